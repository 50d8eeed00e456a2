import { createHash } from "node:crypto";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { connect } from "conviction";
import { openRun, type Outcome, screen } from "conviction/batch";
import { parse } from "../../src/text/csv_read.ts";
import { type FaultServer, faultServer, type FaultServerOptions } from "../fixtures/fault_server.ts";
import { type DiskCall, diskCallsOf, run, spread, sweepCommand } from "./strace.ts";

/** Number of rows in a sweep's run, and of concurrent requests. */
export const ROWS = 12;
export const CONCURRENCY = 3;

const SERVICE: FaultServerOptions = { files: 2, latency: 2 };
const TABLES = ["theses.csv", "theses.jsonl", "failures.csv", "manifest.json"];

/** A list, and the output of a run without faults. */
export interface Reference {
  /** Path of the list. */
  readonly list: string;
  readonly theses: string;
  /** Content of each downloaded file by path. */
  readonly files: ReadonlyMap<string, string>;
}

/** One run of a sweep: its folder, and its own counting service. */
export interface Scene extends AsyncDisposable {
  readonly reference: Reference;
  readonly folder: string;
  readonly server: FaultServer;
  /** Arguments of `sweepCommand()`. */
  readonly args: readonly string[];
}

/** Damage of a fault to a run; every list is empty when there is none. */
export interface Damage {
  /** Published files that are incomplete. */
  readonly torn: string[];
  /** Rows that are missing, or whose answer is missing. */
  readonly lost: string[];
  /** Questions that were delivered twice. */
  readonly sentTwice: string[];
  readonly inDoubt: number;
}

/** Runs the list once without a fault. */
export async function makeReference(): Promise<Reference> {
  const folder = await Deno.makeTempDir();
  const list = `${folder}/tickers.csv`;
  const rows = Array.from({ length: ROWS }, (_, at) => `T${at},${at - 3}\n`).join("");
  await Deno.writeTextFile(list, `ticker,limit_pct\n${rows}`);
  await using server = await faultServer(SERVICE);
  const { outcomes } = await screenInto({ list, folder: `${folder}/out`, server });
  const paths = outcomes.flatMap((row) => row.status === "done" ? row.files.map(({ path }) => path) : []);
  if (paths.length !== 2 * ROWS) throw new Error(`Cannot sweep: ${paths.length} files in a run without faults`);
  const files = paths.map((path): [string, string] => [path, Deno.readTextFileSync(`${folder}/out/${path}`)]);
  return { list, theses: await Deno.readTextFile(`${folder}/out/theses.csv`), files: new Map(files) };
}

/** A folder and a service for one fault. */
export async function makeScene(reference: Reference, options: FaultServerOptions = {}): Promise<Scene> {
  const base = await Deno.makeTempDir();
  const server = await faultServer({ ...SERVICE, ...options });
  const folder = `${base}/out`;
  return {
    ...{ reference, folder, server, args: [reference.list, folder, server.baseUrl, String(CONCURRENCY)] },
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await Deno.remove(base, { recursive: true });
    },
  };
}

/** A number of disk calls of a run without faults. */
export async function faultPoints(reference: Reference, count: number): Promise<DiskCall[]> {
  await using warmUp = await makeScene(reference);
  await run(sweepCommand(...warmUp.args)); // the first run of a program also fills Deno's caches, with extra calls
  await using scene = await makeScene(reference);
  return spread(await diskCallsOf(sweepCommand(...scene.args), scene.folder), count);
}

/** Screens in this process, to the end. */
export async function screenInto(
  { list, folder, server }: { readonly list: string; readonly folder: string; readonly server: FaultServer },
  options: { readonly resendInDoubt?: number; readonly retryFailed?: boolean } = {},
): Promise<{ readonly outcomes: readonly Outcome[] }> {
  const rows = screen(list, connect({ baseUrl: server.baseUrl }), { folder, concurrency: CONCURRENCY, ...options });
  await Array.fromAsync(rows);
  return await openRun(folder);
}

/** Resumes a run that a fault ended; nothing that may have been sent is sent again. */
export async function resume({ reference, folder, server }: Scene): Promise<Damage> {
  const torn = tornIn(folder, reference);
  let outcomes: readonly Outcome[];
  try {
    outcomes = (await screenInto({ list: reference.list, folder, server })).outcomes;
  } catch (error) {
    return { torn, lost: [`all rows: ${error}`], sentTwice: [], inDoubt: 0 };
  }
  torn.push(...tornIn(folder, reference));
  const delivered = server.log.deliveriesByQuestion;
  const times = (row: Outcome) => row.status === "invalid" ? 0 : delivered.get(String(row.asked.request.input)) ?? 0;
  const lost = outcomes.flatMap((row) => {
    const isKept = row.status === "in_doubt" || row.status === "partial" || (row.status === "done" && times(row) > 0);
    return isKept ? [] : [`row ${row.input.row}: ${row.status}, delivered ${times(row)} times`];
  });
  if (outcomes.length !== ROWS) lost.push(`${outcomes.length} rows`);
  const sentTwice = [...delivered].filter(([, count]) => count > 1).map(([question]) => question);
  return { torn, lost, sentTwice, inDoubt: outcomes.filter(({ status }) => status === "in_doubt").length };
}

/** Sends what is in doubt again and fetches missing files; after that, no trace of the fault may remain. */
export async function complete(scene: Scene): Promise<string[]> {
  const { reference, folder, server } = scene;
  let { outcomes } = await openRun(folder);
  if (outcomes.some(({ status }) => status !== "done")) {
    const options = { resendInDoubt: ROWS, retryFailed: true };
    outcomes = (await screenInto({ list: reference.list, folder, server }, options)).outcomes;
  }
  const open = outcomes.filter((row) => row.status !== "done").map(({ status }) => status);
  const isSame = await Deno.readTextFile(`${folder}/theses.csv`) === reference.theses;
  const others = [...reference.files].filter(([path, content]) => readIfThere(join(folder, path)) !== content);
  const differing = [...(isSame ? [] : ["theses.csv"]), ...others.map(([path]) => path)];
  return [...open, ...tornIn(folder, reference), ...differing.map((path) => `${path} differs`)];
}

/** Published files that are incomplete. Resuming a run removes leftover parts. */
export function tornIn(folder: string, reference: Reference): string[] {
  const torn = TABLES.filter((name) => !isWhole(name, readIfThere(join(folder, name))));
  // Two files of an answer share a name, so the first one downloaded takes it.
  const contents = new Set(reference.files.values());
  for (const path of reference.files.keys()) {
    const found = readIfThere(join(folder, path));
    if (found !== undefined && !contents.has(found)) torn.push(path);
  }
  return [...torn, ...tornDigests(folder), ...tornLedger(folder)];
}

function isWhole(name: string, text: string | undefined): boolean {
  if (text === undefined) return true;
  try {
    if (name === "theses.csv") return parse(text).length === ROWS + 1 && text.endsWith("\n");
    if (name === "failures.csv") return parse(text).length >= 1 && text.endsWith("\n");
    if (name === "manifest.json") return JSON.parse(text).files.length > 0;
    return text.split("\n").slice(0, -1).map((line) => JSON.parse(line)).length === ROWS && text.endsWith("\n");
  } catch {
    return false;
  }
}

/** The manifest is written last: every file that a finished one lists must exist and match. */
function tornDigests(folder: string): string[] {
  const text = readIfThere(join(folder, "manifest.json"));
  if (text === undefined) return [];
  const { state, files } = JSON.parse(text) as { state: string; files: { path: string; sha256: string }[] };
  if (state !== "finished") return [];
  return files.filter(({ path, sha256 }) => sha256 !== digestOf(join(folder, path))).map(({ path }) =>
    `digest of ${path}`
  );
}

/** Opens a copy, because opening a ledger repairs it. */
function tornLedger(folder: string): string[] {
  if (readIfThere(join(folder, "ledger.sqlite")) === undefined) return [];
  const copy = Deno.makeTempDirSync();
  for (const name of ["ledger.sqlite", "ledger.sqlite-wal", "ledger.sqlite-journal"]) {
    try {
      Deno.copyFileSync(join(folder, name), join(copy, name));
    } catch {
      // a journal does not exist at every moment
    }
  }
  const database = new DatabaseSync(join(copy, "ledger.sqlite"));
  const verdict = Object.values(database.prepare("PRAGMA integrity_check").get() ?? {})[0];
  database.close();
  Deno.removeSync(copy, { recursive: true });
  return verdict === "ok" ? [] : [`ledger: ${verdict}`];
}

function digestOf(path: string): string | undefined {
  try {
    return createHash("sha256").update(Deno.readFileSync(path)).digest("hex");
  } catch {
    return undefined;
  }
}

function readIfThere(path: string): string | undefined {
  try {
    return Deno.readTextFileSync(path);
  } catch {
    return undefined;
  }
}
