import { deepEqual, equal, ok } from "../assert.ts";
import { createHash } from "node:crypto";
import { fileURLToPath } from "node:url";
import { fetchFiles, type FetchReport } from "../../src/connect/fetch_files.ts";
import { FETCH_LIMITS } from "../../src/connect/fetch_limits.ts";
import type { Clock } from "../../src/pace/clock.ts";
import { systemClock } from "../../src/pace/system_clock.ts";
import { IS_WHOLE, SEED } from "../lanes.ts";
import { countOf } from "../sweeps.ts";
import { xorshift } from "../xorshift.ts";
import { COMPANIES, MADE_KEY, madeRoutes, madeSources, PERMITTED_PER_SECOND } from "./made_sources.ts";
import { type Fault, FAULTS, mostInASecond, type SourceServer, sourceServer } from "./source_server.ts";

const CHILD = fileURLToPath(new URL("fetch_child.ts", import.meta.url));
const KILLS = countOf("connect/fetch_kills", 20, 1_500);
/** Of a fetch without faults: four of each of 19 companies that file, and one of each of 20 prices. */
const WHOLE_REQUESTS = 19 * 4 + 20;

/** A process that fetches; `killAt`: killed when the server has seen so many requests. */
async function fetchInChild(folder: string, server: SourceServer, killAt?: number) {
  const allowed = ["--no-prompt", "--allow-read", "--allow-write", "--allow-net=127.0.0.1,localhost", "--no-check"];
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "--quiet", ...allowed, CHILD, folder, String(server.port)],
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const ended = child.output();
  if (killAt !== undefined) {
    await Promise.race([server.reached(killAt), ended]);
    try {
      child.kill("SIGKILL");
    } catch {
      // it had ended
    }
  }
  const { stdout, stderr, success } = await ended;
  const [out, err] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes));
  return { out: out ?? "", err: err ?? "", report: success ? JSON.parse(out ?? "") as FetchReport : undefined };
}

/** The files of a folder and what they hold, without what the fetch remembers. */
function contents(folder: string, inside = ""): string[] {
  return Array.from(Deno.readDirSync(`${folder}/${inside}`)).flatMap(({ name, isDirectory }) => {
    const path = inside === "" ? name : `${inside}/${name}`;
    if (path === ".conviction") return [];
    if (isDirectory) return contents(folder, path);
    return [`${path} ${createHash("sha256").update(Deno.readFileSync(`${folder}/${path}`)).digest("hex")}`];
  }).toSorted();
}

function everyText(folder: string): string {
  return Array.from(Deno.readDirSync(folder)).map(({ name, isDirectory }) =>
    isDirectory ? everyText(`${folder}/${name}`) : Deno.readTextFileSync(`${folder}/${name}`)
  ).join("\n");
}

function refused({ sources }: FetchReport): number {
  return sources.reduce((sum, { files, ended }) => sum + files.refused + (ended === undefined ? 0 : 1), 0);
}

function bytesOf(server: SourceServer): number {
  return server.seen.reduce((sum, { bytes }) => sum + bytes, 0);
}

function checkRates(server: SourceServer): void {
  for (const host of [`127.0.0.1:${server.port}`, `localhost:${server.port}`]) {
    const most = mostInASecond(server.seen, host);
    ok(most <= PERMITTED_PER_SECOND, `${host} got ${most} requests in a second`);
  }
}

/** A fetch in this process; `laterMs` sets its clock ahead. */
function fetchHere(folder: string, server: SourceServer, { laterMs = 0 } = {}): Promise<FetchReport> {
  const clock: Clock = { ...systemClock, now: () => new Date(systemClock.now().getTime() + laterMs) };
  return fetchFiles({ sources: madeSources(server.port), companies: COMPANIES }, {
    ...{ folder, fetch, clock, random: () => 0.5, secrets: [MADE_KEY] },
    run: () => Promise.reject(new Error("no program is run")),
    limits: { ...FETCH_LIMITS, pauseMs: 20 },
  });
}

const HOUR_MS = 3_600_000;
const FIVE_DAYS_MS = 5 * 24 * HOUR_MS;

Deno.test("twenty companies are fetched; at once again nothing is sent but what may change at any time, and no body", async () => {
  await using server = sourceServer(madeRoutes({ day: "2026-11-20" }));
  const folder = await Deno.makeTempDir();
  const first = await fetchHere(folder, server);
  equal(refused(first), 0);
  const [filer, quotes] = first.sources;
  // 19 companies file: the twentieth is another class of shares of the last, whose files count once.
  deepEqual([filer?.files.new, filer?.files.fresh, quotes?.files.new], [19 * 4, 0, 20]);
  const sent = bytesOf(server);
  equal(sent, first.sources.reduce((sum, { bytes }) => sum + bytes, 0));
  const before = contents(folder);
  equal(before.length, 19 * 4 + 20);
  const asked = server.seen.length;

  const second = await fetchHere(folder, server);
  equal(refused(second), 0);
  deepEqual(second.sources.map(({ requests, bytes }) => [requests, bytes]), [[19, 0], [0, 0]]);
  ok(server.seen.slice(asked).every(({ path, status }) => path.startsWith("/list/") && status === 304));
  deepEqual(contents(folder), before);
  checkRates(server);
});

Deno.test("after another session everything that may change is asked for on that condition, and one changed file comes", async () => {
  const world = { day: "2026-11-20" };
  await using server = sourceServer(madeRoutes(world), ({ pathname }) => pathname === "/x" ? { body: "x" } : undefined);
  const folder = await Deno.makeTempDir();
  await fetchHere(folder, server);
  const [sent, asked] = [bytesOf(server), server.seen.length];
  const later = await fetchHere(folder, server, { laterMs: FIVE_DAYS_MS });
  const transferred = bytesOf(server) - sent;
  // The prices come whole in this made source; all else is 304 or filed for good.
  deepEqual(later.sources.map(({ files }) => [files.unchanged, files.fresh, files.changed]), [[38, 38, 0], [20, 0, 0]]);
  equal(later.sources[0]?.bytes, 0);
  equal(later.sources[1]?.bytes, transferred);
  equal(server.seen.length - asked, 38 + 20);

  world.day = "2026-11-27";
  const changed = await fetchHere(folder, server, { laterMs: 2 * FIVE_DAYS_MS });
  deepEqual(changed.sources[0]?.files.changed, 19);
  ok(everyText(folder).includes("2026-11-27"));
});

/** Faults for about one request in eight, by a seed; a path that failed three times fails no more. */
function seededFaults(seed: number): SourceServer["faultOf"] {
  const random = xorshift(seed);
  const failed = new Map<string, number>();
  return ({ path }) => {
    const [draw, which] = [random(), random()];
    const times = failed.get(path) ?? 0;
    const fault: Fault | undefined = draw < 0.12 && times < 3 ? FAULTS[Math.floor(which * FAULTS.length)] : undefined;
    if (fault !== undefined) failed.set(path, times + 1);
    return fault;
  };
}

/** Fetches until nothing is refused; each of the first starts is killed after so many requests of its own. */
async function fetchKilled(folder: string, server: SourceServer, kills: readonly number[]) {
  let said = "";
  for (const after of kills) {
    const { out, err } = await fetchInChild(folder, server, server.seen.length + after);
    said += out + err;
  }
  for (let starts = 1; starts <= 10; starts++) {
    const { out, err, report } = await fetchInChild(folder, server);
    said += out + err;
    if (report !== undefined && refused(report) === 0) return { said, starts };
  }
  throw new Error(`not whole after ten starts: ${said.slice(-2_000)}`);
}

/** Numbers of requests, from 1 to so many. */
function moments(seed: number, most: number): number[] {
  const random = xorshift(seed);
  return Array.from({ length: KILLS }, () => 1 + Math.floor(random() * most));
}

async function wholeContents(): Promise<string[]> {
  await using server = sourceServer(madeRoutes({ day: "2026-11-20" }));
  const folder = await Deno.makeTempDir();
  await fetchHere(folder, server);
  return contents(folder);
}

Deno.test(`a fetch that is killed ${KILLS} times, from a source with faults, ends with the bytes of one that was not (seed ${SEED})`, async () => {
  await using server = sourceServer(madeRoutes({ day: "2026-11-20" }));
  server.faultOf = seededFaults(SEED);
  const folder = await Deno.makeTempDir();
  const { said, starts } = await fetchKilled(folder, server, moments(SEED + 1, 2 * WHOLE_REQUESTS / KILLS));
  deepEqual(contents(folder), await wholeContents());
  checkRates(server);
  ok(!said.includes(MADE_KEY), "the key is in the output");
  ok(!everyText(folder).includes(MADE_KEY), "the key is in the folder");
  const faults = server.seen.filter(({ fault }) => fault !== undefined).length;
  const extra = server.seen.length - faults - WHOLE_REQUESTS;
  // A killed process loses at most the requests under way, six at once; a start after one that ended asks for the lists.
  ok(extra <= KILLS * 6 + 19 * starts, `${extra} requests more than needed`);
});

if (IS_WHOLE) {
  for (const [at, killAt] of moments(SEED + 2, WHOLE_REQUESTS).entries()) {
    Deno.test(`a fetch killed at its request ${killAt} ends with the bytes of one that was not (${at + 1})`, async () => {
      await using server = sourceServer(madeRoutes({ day: "2026-11-20" }));
      server.faultOf = seededFaults(SEED + 3 + at);
      const folder = await Deno.makeTempDir();
      await fetchKilled(folder, server, [killAt]);
      deepEqual(contents(folder), await wholeContents());
      checkRates(server);
    });
  }
}
