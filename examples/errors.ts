// What is thrown, and what it holds: deno run -A examples/errors.ts
// deno-lint-ignore-file no-console
import { AnswerError, connect, HttpError } from "conviction";

const research = connect();
try {
  await research.reason("Analyse ZZZZ");
} catch (error) {
  if (!(error instanceof HttpError)) throw error;
  console.log(error.status, error.message); // 422, and the nearest names
}

const tooShort = { limits: { totalMs: 1 } }; // milliseconds
try {
  await research.stream("Analyse AAPL", tooShort).final();
} catch (error) {
  if (!(error instanceof AnswerError)) throw error;
  console.log(error.name, error.message, error.snapshot.text); // what was received until then
}
