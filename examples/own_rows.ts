// A question with numbers of your own: deno run -A examples/own_rows.ts
// deno-lint-ignore-file no-console
import { connect } from "conviction";

const research = connect();
const own = [
  { ticker: "AAPL", date: "2025-03-03", my_factor: 1.25 },
  { ticker: "IBM", date: "2025-03-03", my_factor: -2 },
];
const { agent_thesis } = await research.reason("What is my_factor of AAPL?", { own });
console.log(agent_thesis.reasoning);

const order = research.stream("Compare AAPL and IBM by my_factor", { own });
for await (const chunk of order.textStream()) console.log(chunk);
