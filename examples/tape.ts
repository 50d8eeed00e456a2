// An answer recorded, and played again without a service: deno run -A examples/tape.ts
// deno-lint-ignore-file no-console
import { recordTape, replayTape } from "conviction";

const tapes: string[] = [];
const recording = recordTape((tape) => void tapes.push(tape)); // or recordTape(onTape, { baseUrl, apiKey })
const { text } = await recording.stream("Analyse AAPL").final();

const again = await replayTape(tapes, { pace: "at_once" }).stream("Analyse AAPL").final(); // or "recorded"
console.log(again.text === text, again.state);
