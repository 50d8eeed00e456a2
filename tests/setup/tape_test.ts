import { deepEqual, equal, ok, rejects } from "../assert.ts";
import { AnswerTruncatedError, recordTape, replayTape, TapeError } from "conviction";
import { TAPES } from "../fixtures/tapes/tapes.ts";

const read = (name: keyof typeof TAPES) => Deno.readTextFile(TAPES[name].file);

Deno.test("a replayed thesis is complete: text, calls, code, files and verification", async () => {
  const research = replayTape(await read("thesis"));
  const snapshot = await research.stream(TAPES.thesis.question).final();
  const { state, calls, executions, files, verification, thesis, warnings } = snapshot;
  deepEqual([state, warnings, thesis?.metadata?.subject], ["completed", [], "AAPL"]);
  ok(calls.length > 0 && calls.every(({ complete, output }) => complete && output !== undefined));
  ok(executions.length > 0 && executions.every(({ return_code }) => return_code === 0));
  deepEqual(files.map(({ filename }) => filename?.split(".").at(-1)).toSorted(), ["csv", "png", "svg"]);
  equal(verification?.confidence, 1);
  equal(snapshot.text, (await research.stream(TAPES.thesis.question).final()).text);
});

Deno.test("the pieces of a replay's text add up to its whole text", async () => {
  const answer = replayTape(await read("thesis")).stream(TAPES.thesis.question);
  const pieces = await Array.fromAsync(answer.textStream());
  ok(pieces.length > 1);
  equal(pieces.join(""), answer.snapshot.text);
});

Deno.test("one caller can replay several tapes, each for its own question", async () => {
  const research = replayTape([await read("thesis"), await read("unknown"), await read("broken")]);
  equal((await research.stream(TAPES.unknown.question).final()).thesis, undefined);
  await rejects(research.stream(TAPES.broken.question).final(), (error) => {
    ok(error instanceof AnswerTruncatedError);
    deepEqual([error.snapshot.state, error.events, error.lastSequence], ["truncated", 12, 11]);
    return true;
  });
  await rejects(research.stream("Analyse MSFT").final(), TapeError);
});

Deno.test("recordTape() records an answer, and its replay is the same answer", async () => {
  const tapes: string[] = [];
  const { text } = await recordTape((tape) => void tapes.push(tape)).stream("Analyse ZZZZ").final();
  equal((await replayTape(tapes).stream("Analyse ZZZZ").final()).text, text);
});

Deno.test("the committed tapes contain no key", async () => {
  for (const { file } of Object.values(TAPES)) {
    ok(!/authorization|bearer|sk-of-the-tapes/i.test(await Deno.readTextFile(file)), file.pathname);
  }
});
