// An answer that outlives its connection: deno run -A examples/background.ts
// deno-lint-ignore-file no-console
import { connect } from "conviction";

const request = { input: "Analyse IBM", background: true, stream: true };
const answer = connect().stream(request);
for await (const event of answer) {
  if (event.type === "response.output_text.delta") console.log(event.delta);
}
console.log(answer.snapshot.state, answer.snapshot.response?.id);
