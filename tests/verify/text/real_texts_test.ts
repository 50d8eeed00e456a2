import { ok } from "../../assert.ts";
import { missingShared, sharedPath, testOnShared } from "../../needs.ts";
import { sweep } from "../../sweeps.ts";
import { verifyText } from "../../../src/verify/text/verify_text.ts";
import { REAL_COMPANIES, REAL_FILES, realView } from "./real_world.ts";

const SECTIONS = "sec/mda_risk_sections_2021-2026.jsonl.gz";

/** A section of a report: what it says of the past is nearly always true. */
interface Section {
  readonly ticker: string;
  readonly text: string;
}

async function sections(): Promise<readonly Section[]> {
  const file = await Deno.open(sharedPath(SECTIONS));
  const lines = await new Response(file.readable.pipeThrough(new DecompressionStream("gzip"))).text();
  const tickers = new Set(REAL_COMPANIES.map(({ ticker }) => ticker));
  return lines.trim().split("\n").map((line): Section => JSON.parse(line)).filter(({ ticker }) => tickers.has(ticker));
}

testOnShared(
  missingShared(SECTIONS, ...REAL_FILES),
  "of what companies say in their reports hardly anything is refused",
  async () => {
    const view = await realView();
    let [proven, refused] = [0, 0];
    for (const { ticker, text } of sweep("verify/text/real_texts", await sections())) {
      const report = verifyText(text, view, { tickers: [ticker] });
      proven += report.proven;
      refused += report.false;
    }
    // deno-lint-ignore no-console -- prints what is used for the reader
    console.log(`${proven} claims proven, ${refused} refused`);
    ok(refused <= 1 + 0.02 * (proven + refused), `${refused} refused beside ${proven} proven`);
  },
);
