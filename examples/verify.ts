// What your own data say of a text, and of the theses of a screen: deno run -A examples/verify.ts
// deno-lint-ignore-file no-console
import { connect, openVerifier } from "conviction";
import { screen } from "conviction/batch";

const verify = await openVerifier(); // openVerifier({ data: "FOLDER" }) for data of your own
const { sentences } = verify.verifyText("Revenue of fiscal 2016 was 333 billion dollars.", { tickers: ["AAPL"] });
for (const { finding, claims } of sentences) console.log(finding, claims.map(({ evidence }) => evidence));

const list = [{ ticker: "AAPL" }];
for await (const row of screen(list, connect(), { verify, files: "none" })) {
  if (row.status === "done") console.log(row.input.ticker, row.check);
}
