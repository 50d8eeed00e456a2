import type { Company } from "../dataset.ts";
import { normaliseTicker } from "../ticker.ts";

/** Who files at the SEC; the ticker has its class after a dot, like `BRK.B`, and the CIK ten digits. */
export type Filer = Company & Required<Pick<Company, "cik">>;

let filers: Promise<readonly Filer[]> | undefined;

/** The SEC's table of tickers, CIKs and names that comes with the program; the usual ticker of a company first. */
export function openFilers(): Promise<readonly Filer[]> {
  return filers ??= import("./filers.tsv", { with: { type: "text" } }).then(({ default: table }) =>
    table.trimEnd().split("\n").map((line) => {
      const [ticker = "", cik = "", name = ticker] = line.split("\t");
      return { ticker: normaliseTicker(ticker), cik: cik.padStart(10, "0"), name };
    })
  );
}
