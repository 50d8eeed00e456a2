/** A process that the test kills: screens the list of a folder against a service on this machine. */
import { connect } from "conviction";
import { screen } from "conviction/batch";
import { FakeVerifier } from "./fake_verifier.ts";

const [folder = "", baseUrl = "", concurrency = "", checks = ""] = Deno.args;
const outcomes = screen(`${folder}/tickers.csv`, connect({ baseUrl }), {
  folder: `${folder}/out`,
  concurrency: Number(concurrency),
  ...checks === "checks" ? { verify: new FakeVerifier() } : {},
});
for await (const _outcome of outcomes);
