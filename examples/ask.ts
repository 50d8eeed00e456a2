// The module in ten lines: deno run -A examples/ask.ts
// deno-lint-ignore-file no-console
import { connect } from "conviction";

const research = connect(); // the embedded service; or connect({ baseUrl, apiKey, model })
const { agent_thesis, key_drivers, risks } = await research.reason("Analyse AAPL");
console.log(agent_thesis.signal, agent_thesis.confidence, key_drivers, risks);

for await (const event of research.stream("Which risks does the technology sector run?")) {
  if (event.type === "response.output_text.delta") console.log(event.delta); // leaving the loop cancels the work
}
const { text, files, verification } = await research.stream("Analyse MSFT").final();
console.log(text.length, verification?.claims_verified, verification?.claims_total);
for (const file of files) await research.download(file, "out"); // under a safe name in that folder
