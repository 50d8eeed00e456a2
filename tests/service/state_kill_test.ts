import { deepEqual, equal, ok } from "../assert.ts";
import { missingProgram, testNeeding } from "../needs.ts";
import { fileURLToPath } from "node:url";
import { createAuthorize } from "../../src/service/tenants/authorize.ts";
import { ServiceState } from "../../src/service/mod.ts";
import { sweep } from "../sweeps.ts";
import { KEY } from "./service_fixture.ts";

const KEYS = 24;
const CONCURRENCY = 4;
const CHILD = fileURLToPath(new URL("state_child.ts", import.meta.url));

interface Start {
  readonly launcher?: readonly string[];
  /** An open input keeps it alive. */
  readonly stdin?: "piped" | "null";
}

function commandOf(folder: string, { launcher = [], stdin = "null" }: Start = {}): Deno.Command {
  const allowed = ["--no-prompt", "--allow-read", "--allow-write"];
  const run = [Deno.execPath(), "run", "--quiet", "--no-check", ...allowed];
  const [program = "", ...args] = [...launcher, ...run, CHILD, folder, String(KEYS), String(CONCURRENCY)];
  return new Deno.Command(program, { args, stdin, stdout: "piped", stderr: "piped" });
}

/** Runs until it has printed a number of lines, then kills it. */
async function killedAfter(folder: string, lines: number): Promise<void> {
  const child = commandOf(folder, { stdin: "piped" }).spawn();
  let said = 0;
  for await (const text of child.stdout.pipeThrough(new TextDecoderStream())) {
    said += text.split("\n").length - 1;
    if (said >= lines) break;
  }
  child.kill("SIGKILL");
  await child.stdin.abort().catch(() => {});
  await child.stderr.cancel();
  equal((await child.status).signal, "SIGKILL");
}

async function whole(folder: string): Promise<void> {
  const { success, stderr } = await commandOf(folder).output();
  ok(success, new TextDecoder().decode(stderr));
}

interface Answered {
  readonly key: string;
  readonly status: number;
  readonly text: string;
  readonly file: string;
  /** Identifier of a response that was answered too. */
  readonly response: string;
}

async function linesOf(path: string): Promise<string[]> {
  try {
    return (await Deno.readTextFile(path)).split("\n").slice(0, -1);
  } catch {
    return []; // killed before the first line
  }
}

async function logsOf(folder: string) {
  const executions = await linesOf(`${folder}/executions`);
  const answers = (await linesOf(`${folder}/answers`)).map((line): Answered => JSON.parse(line));
  return { executions, answers, countOf: (key: string) => executions.filter((name) => name === key).length };
}

/** What must be true after a kill, once the same requests are sent again. */
async function checkAfter(folder: string): Promise<void> {
  const before = await logsOf(folder);
  await whole(folder);
  const after = await logsOf(folder);
  for (const answered of before.answers) {
    equal(after.countOf(answered.key), 1, `${answered.key} was answered, and executed again`);
    const repeated = after.answers.findLast(({ key }) => key === answered.key);
    deepEqual({ ...repeated, response: "" }, { ...answered, response: "" }); // its identifiers are new in each execution
  }
  await using state = ServiceState.open(`${folder}/state`, { newId: () => crypto.randomUUID() });
  const { owner } = createAuthorize({ apiKeys: [KEY] })({ headers: new Headers({ authorization: `Bearer ${KEY}` }) });
  for (const { key, response } of after.answers) {
    const found = state.responses.find(response, owner);
    deepEqual(found !== "gone" && found?.asked, [`response of ${key}`]); // answered, so kept
  }
  const twice = new Set(after.executions.filter((key) => after.countOf(key) > 1));
  ok(twice.size <= CONCURRENCY, `${twice.size} were in flight`);
  equal(new Set(after.answers.map(({ key }) => key)).size, KEYS);
  ok(after.answers.every(({ key, status, file }) => status === 200 && file === `date,close\n${key},1\n`));
}

for (const lines of sweep("service/state_kill", [1, 3, 9, 20, 33, 2 * KEYS], 1_000)) {
  Deno.test(`a service killed after ${lines} lines of output never executes an answered request again`, async () => {
    const folder = await Deno.makeTempDir();
    await killedAfter(folder, lines);
    await checkAfter(folder);
    await Deno.remove(folder, { recursive: true });
  });
}

for (const nth of sweep("service/state_kill", [2, 9, 25, 45, 70, 100], 1_000)) {
  testNeeding(
    missingProgram("strace"),
    `a service killed just before write ${nth} never executes an answered request again`,
    async () => {
      const folder = await Deno.makeTempDir();
      const inject = `inject=pwrite64:signal=SIGKILL:when=${nth}`;
      const strace = ["strace", "-qq", "-o", "/dev/null", "-e", "trace=pwrite64"]; // SQLite writes from the first thread
      const { success } = await commandOf(folder, { launcher: [...strace, "-e", inject] }).output();
      equal(success, false);
      await checkAfter(folder);
      await Deno.remove(folder, { recursive: true });
    },
  );
}
