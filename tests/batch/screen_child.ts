/** A process that the test kills: screens the list of a folder against a service on this machine. */
import { connect } from "conviction";
import { screen } from "conviction/batch";

const [folder = "", baseUrl = "", concurrency = ""] = Deno.args;
const outcomes = screen(`${folder}/tickers.csv`, connect({ baseUrl }), {
  folder: `${folder}/out`,
  concurrency: Number(concurrency),
});
for await (const _outcome of outcomes);
