/** Scorecard case 23, the check that needs no root: the order of the calls that let a run survive a power cut. */
import { deepEqual, ok } from "../assert.ts";
import { missingProgram, testNeeding } from "../needs.ts";
import { screen } from "conviction/batch";
import { DatabaseSync } from "node:sqlite";
import { answerTo } from "../batch/fake_research.ts";
import { printFigure } from "./figure.ts";
import { sweepCommand, traceOf } from "./strace.ts";
import { makeReference, makeScene, ROWS } from "./sweep_run.ts";

const FILE_CALLS = ["write", "fsync", "rename", "linkat", "mkdir"];

/** A call and its path, in order. */
interface Step {
  readonly call: string;
  readonly path: string;
  /** The new name, for a rename or a link. */
  readonly to: string;
}

function stepsOf(lines: readonly string[], folder: string): Step[] {
  return lines.filter((line) => line.includes(folder) && !line.includes(" = -1 ")).map((line) => {
    const [, call = ""] = /^\d+ +(\w+)\(/.exec(line) ?? [];
    const [path = "", to = ""] = [...line.matchAll(/"(\/[^"]*)"/g)].map(([, quoted = ""]) => quoted);
    return { call, path: call === "write" || call === "fsync" ? /<([^>]*)>/.exec(line)?.[1] ?? "" : path, to };
  });
}

/** Names given to content that was not yet on disk, and names that a power cut could lose. */
function faultsIn(steps: readonly Step[]): { readonly named: string[]; readonly faults: string[] } {
  const named: string[] = [];
  const faults: string[] = [];
  for (const [at, { call, path, to }] of steps.entries()) {
    if (call !== "rename" && call !== "linkat") continue;
    named.push(to);
    const before = steps.slice(0, at).filter((step) => step.path === path).map((step) => step.call);
    if (!before.includes("write") || before.at(-1) !== "fsync") faults.push(`${to} was named after ${before.join()}`);
    const folder = to.slice(0, to.lastIndexOf("/"));
    // The same thread renames and syncs, so a call in between is its own.
    const next = steps.slice(at + 1).find((step) => step.call !== "write");
    if (next?.call !== "fsync" || next.path !== folder) {
      faults.push(`${to} was followed by ${next?.call} ${next?.path}`);
    }
  }
  return { named, faults };
}

testNeeding(
  missingProgram("strace"),
  "scorecard 23: content is on disk before it gets its name, and the folder is synced next",
  async () => {
    await using scene = await makeScene(await makeReference());
    const { folder } = scene;
    const lines = await traceOf(sweepCommand(...scene.args), FILE_CALLS);
    const { named, faults } = faultsIn(stepsOf(lines, folder));
    printFigure(23, `${named.length} names given, ${faults.length} before their content or without their folder`);
    deepEqual(faults, []);
    ok(
      ["theses.csv", "theses.jsonl", "failures.csv", "manifest.json"].every((name) =>
        named.includes(`${folder}/${name}`)
      ),
    );
    deepEqual(named.filter((name) => name.startsWith(`${folder}/files/`)).length, 2 * ROWS);
    const made = lines.filter((line) => line.includes(" mkdir(") && line.includes(folder) && line.includes(" = 0"));
    deepEqual(made.filter((line) => !isFollowedBySync(line, lines)), []);
  },
);

/** A new folder survives a power cut once its parent is synced. */
function isFollowedBySync(line: string, lines: readonly string[]): boolean {
  const path = /"(\/[^"]*)"/.exec(line)?.[1] ?? "";
  const parent = path.slice(0, path.lastIndexOf("/"));
  return lines.slice(lines.indexOf(line)).some((later) => later.includes(" fsync(") && later.includes(`<${parent}>`));
}

testNeeding(missingProgram("strace"), "scorecard 23: a request is sent only after its intent is on disk", async () => {
  await using scene = await makeScene(await makeReference());
  const [list = "", folder = "", baseUrl = ""] = scene.args;
  // One at a time: the network uses another thread, so another request's commit could come in between.
  const calls = ["pwrite64", "fsync", "writev", "sendto", "sendmsg", "write"];
  const lines = await traceOf(sweepCommand(list, folder, baseUrl, "1"), calls, ["-s", "300"]);
  let [intents, unsynced, posts] = [0, 0, 0];
  const faults: string[] = [];
  for (const line of lines) {
    if (line.includes("ledger.sqlite-wal>")) {
      if (line.includes(" pwrite64(")) unsynced++;
      else if (unsynced > 0) [intents, unsynced] = [intents + 1, 0];
    }
    if (!line.includes("POST /api/v1/agent/reasoning")) continue;
    posts++;
    if (intents === 0 || unsynced > 0) {
      faults.push(`request ${posts}: ${intents} commits before it, ${unsynced} not synced`);
    }
    intents = 0;
  }
  printFigure(23, `${posts} requests, ${faults.length} before their intent was on disk`);
  deepEqual([posts, faults], [ROWS, []]);
});

Deno.test("scorecard 23: when a request is sent, another process can read its intent in the ledger", async () => {
  const folder = await Deno.makeTempDir();
  const found: number[] = [];
  const rows = Array.from({ length: ROWS }, (_, at) => ({ ticker: `T${at}` }));
  const outcomes = screen(rows, {
    reason: (request) => {
      using ledger = new DatabaseSync(`${folder}/ledger.sqlite`, { readOnly: true });
      found.push(Number(ledger.prepare("SELECT count(*) AS n FROM requests WHERE state <> 'planned'").get()?.["n"]));
      return Promise.resolve(answerTo({ input: String(request.input) }));
    },
    download: () => Promise.reject(new Error("no files here")),
  }, { folder, concurrency: 1 });
  for await (const { status } of outcomes) deepEqual(status, "done");
  deepEqual(found, Array.from({ length: ROWS }, (_, at) => at + 1));
  await Deno.remove(folder, { recursive: true });
});
