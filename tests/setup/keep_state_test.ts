import { deepEqual, equal, match, notEqual, ok, rejects } from "../assert.ts";
import { fileURLToPath } from "node:url";
import { LockedError, StateError } from "../../src/service/mod.ts";
import { openConnection } from "../../src/setup/connect.ts";
import { KeepStateError } from "../../src/setup/embedded_service.ts";
import { sweep } from "../sweeps.ts";

const QUESTION = { input: "Analyse AAPL", include: ["files" as const] };
const ONCE = { idempotencyKey: "key-1" };
const embedded = () => openConnection({ kind: "embedded", data: undefined });

async function inFolder(use: (folder: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir();
  try {
    await use(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test("the next connection on a folder finds an answer and its files, and nothing runs again", async () => {
  await inFolder(async (folder) => {
    const state = `${folder}/.service`;
    const first = embedded();
    const { dataDigest } = await first.describe(); // before anything is kept
    await first.persistTo(state);
    const answer = await first.research.reason(QUESTION, ONCE);
    await first.close();

    await using second = embedded();
    equal((await second.describe()).dataDigest, dataDigest);
    await second.persistTo(state);
    const repeated = await second.research.reason(QUESTION, ONCE);
    deepEqual(repeated, answer); // its response_id is new in each execution
    const files = answer.metadata?.files ?? [];
    ok(files.length > 0);
    for (const file of files) equal((await second.research.download(file, `${folder}/files`)).bytes, file.bytes);
    const { metadata } = await second.research.reason(QUESTION, { idempotencyKey: "key-2" });
    notEqual(metadata?.response_id, answer.metadata?.response_id);
  });
});

Deno.test("the next connection also rejects another request under a kept key", async () => {
  await inFolder(async (folder) => {
    const first = embedded();
    await first.persistTo(`${folder}/s`);
    await first.research.reason("Analyse AAPL", ONCE);
    await first.close();
    await using second = embedded();
    await second.persistTo(`${folder}/s`);
    await rejects(() => second.research.reason("Analyse IBM", ONCE), /422/);
  });
});

Deno.test("discarding the state removes its folder, and the connection continues in memory", async () => {
  await inFolder(async (folder) => {
    await using connection = embedded();
    await connection.discard(); // nothing is kept yet
    await connection.persistTo(`${folder}/.service`);
    await connection.persistTo(`${folder}/.service`); // a repeated call changes nothing
    const { metadata } = await connection.research.reason("Analyse AAPL", ONCE);
    await connection.discard();
    deepEqual(await Array.fromAsync(Deno.readDir(folder)), []);
    const again = await connection.research.reason("Analyse AAPL", ONCE);
    notEqual(again.metadata?.response_id, metadata?.response_id);
    deepEqual(await Array.fromAsync(Deno.readDir(folder)), []);
  });
});

Deno.test("state can be kept only before the first request", async () => {
  await inFolder(async (folder) => {
    await using connection = embedded();
    await connection.research.reason("Analyse AAPL");
    const refused = () => connection.persistTo(`${folder}/.service`);
    await rejects(refused, KeepStateError);
    await rejects(refused, /Cannot keep the state of the service in .*\.service: it is kept in memory already$/);
    deepEqual(await Array.fromAsync(Deno.readDir(folder)), []);
  });
});

Deno.test("a folder that is in use or contains something else is rejected, and another one is accepted afterwards", async () => {
  await inFolder(async (folder) => {
    await using first = embedded();
    await first.persistTo(`${folder}/.service`);
    await using second = embedded();
    await rejects(() => second.persistTo(`${folder}/.service`), LockedError);
    await rejects(() => second.persistTo(folder), StateError);
    await second.persistTo(`${folder}/other`);
    match((await second.research.reason("Analyse AAPL")).agent_thesis.reasoning, /AAPL/);
  });
});

Deno.test("opening the folder removes programs that a killed process left", async () => {
  await inFolder(async (folder) => {
    const left = `${folder}/.service/scratch/run_1/out`;
    await Deno.mkdir(left, { recursive: true });
    await Deno.writeTextFile(`${left}/result.json`, "{}");
    await using connection = embedded();
    await connection.persistTo(`${folder}/.service`);
    await rejects(() => Deno.stat(`${folder}/.service/scratch`), Deno.errors.NotFound);
  });
});

Deno.test("a remote service keeps its own state: nothing is written locally", async () => {
  await inFolder(async (folder) => {
    await using remote = openConnection({ kind: "remote", baseUrl: "http://a.test", apiKey: "k", model: undefined });
    await remote.persistTo(`${folder}/.service`);
    await remote.discard();
    deepEqual(await Array.fromAsync(Deno.readDir(folder)), []);
  });
});

interface Heard {
  readonly ticker: string;
  readonly response_id: string;
  readonly files: readonly string[];
}

/** Runs the child, to its end or until it has printed a number of lines. */
async function heardOf(folder: string, killAfter = Infinity): Promise<Heard[]> {
  const child = new Deno.Command(Deno.execPath(), {
    args: [
      ...["run", "--quiet", "--no-check", "--no-prompt", "--allow-read", "--allow-write", "--allow-run", "--allow-env"],
      ...[fileURLToPath(new URL("keep_state_child.ts", import.meta.url)), folder],
    ],
    stdin: killAfter === Infinity ? "null" : "piped",
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  let text = "";
  for await (const piece of child.stdout.pipeThrough(new TextDecoderStream())) {
    text += piece;
    if (text.split("\n").length > killAfter) break;
  }
  if (killAfter !== Infinity) {
    child.kill("SIGKILL");
    await child.stdin.abort().catch(() => {});
  }
  equal((await child.status).success, killAfter === Infinity);
  return text.split("\n").slice(0, -1).map((line) => JSON.parse(line));
}

for (const killAfter of sweep("setup/keep_state", [1, 4])) {
  Deno.test(`a process killed after ${killAfter} of 4 answers leaves them and their files to the next process`, async () => {
    await inFolder(async (folder) => {
      const before = await heardOf(folder, killAfter);
      ok(before.length >= killAfter);
      const after = await heardOf(folder);
      equal(after.length, 4);
      for (const heard of before) deepEqual(after.find(({ ticker }) => ticker === heard.ticker), heard);
      ok(after.every(({ files }) => files.length > 0));
    });
  });
}
