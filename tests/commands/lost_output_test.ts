import { deepEqual, equal, match } from "../assert.ts";
import { screenCommand } from "../../src/commands/screen_command.ts";
import { openConnection } from "../../src/setup/connect.ts";
import { countingService } from "../batch/counting_service.ts";
import { listOf } from "../batch/screened.ts";
import { writeCsv } from "../batch/test_machine.ts";
import { called } from "./called.ts";
import { capturedOutputs, testHost } from "./captured.ts";
import { startPipeline } from "./run_pipeline.ts";

const ROWS = 6;
const CLOSED = new Deno.errors.BrokenPipe("the reader left");
const FULL = new Error("No space left on device (os error 28)");

/** Screens a list; the output fails from the write of this number on. */
async function screenUntil(failing: { readonly out?: number; readonly err?: number; readonly with: Error }) {
  const folder = await Deno.makeTempDir();
  const list = writeCsv(folder, listOf(ROWS));
  await using service = countingService({ delayMs: 20 });
  const { out, err } = capturedOutputs();
  const failFrom = (output: typeof out, first = Infinity) => {
    let writes = 0;
    const write = output.write;
    output.write = (text) => {
      if (++writes >= first) throw failing.with;
      write.call(output, text);
    };
  };
  failFrom(out, failing.out);
  failFrom(err, failing.err);
  const args = [list, "--base-url", service.baseUrl, "--out", "r", "--json", "--concurrency", "2"];
  const host = testHost({ folder, out, err, connect: (settings) => Promise.resolve(openConnection(settings)) });
  const code = await screenCommand(args, host);
  const lines = out.text.split("\n").length - 1;
  const answered = service.answered.size;
  // A second start finds every answer that came, and sends the rest, once.
  const again = testHost({ folder, connect: (settings) => Promise.resolve(openConnection(settings)) });
  equal(await screenCommand(args, again), 0);
  const begun = JSON.parse(again.out.text.split("\n")[0] ?? "");
  deepEqual([...service.answered.values()], Array(ROWS).fill(1));
  return { code, lines, answered, kept: begun.statuses.done as number, err: err.text };
}

for (let out = 1; out <= ROWS + 2; out++) {
  Deno.test(`a reader that leaves before line ${out} ends the run with 141, and every answer under way is kept`, async () => {
    const told = await screenUntil({ out, with: CLOSED });
    deepEqual([told.code, told.lines, told.kept], [141, out - 1, told.answered]);
    if (out === 1) equal(told.answered, 0);
  });
}

Deno.test("a full disk below the output ends the run with a sentence, and every answer under way is kept", async () => {
  const told = await screenUntil({ out: 3, with: FULL });
  deepEqual([told.code, told.kept], [1, told.answered]);
  match(told.err, /No space left on device/);
});

for (const error of [CLOSED, FULL]) {
  Deno.test(`a log that is lost (${error.message}) costs no answer: the run goes on to its end`, async () => {
    const told = await screenUntil({ err: 1, with: error });
    deepEqual([told.code, told.kept, told.lines], [0, ROWS, ROWS + 2]);
  });
}

Deno.test("a process whose output was closed before its first line ends with 141, and leaves no lock", async () => {
  const folder = await Deno.makeTempDir();
  await using service = countingService();
  const args = ["--base-url", service.baseUrl, "--out", "r"];
  const child = startPipeline("screen", { folder, args });
  await child.stdout.cancel();
  equal((await child.stderr.pipeTo(new WritableStream()).then(() => child.status)).code, 141);
  equal((await called("screen", { folder, args: [...args, "--quiet"] })).code, 0);
});
