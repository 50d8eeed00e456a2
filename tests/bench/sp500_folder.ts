import { missingShared, sharedPath } from "../needs.ts";

const FILES = {
  "prices.csv.gz": "prices/sp500_daily_2013-2018.csv.gz",
  "^GSPC.csv": "prices/npm_vega_sp500_index_daily_2000-2020.csv",
};

/** What is missing of the developers' prices of 505 names; nothing where they are at hand. */
export function missingSp500(): string | undefined {
  return missingShared(...Object.values(FILES));
}

/** A data folder of 505 names of the S&P 500, 2013 to 2018, and the index; removed at the end. */
export async function sp500Folder(): Promise<AsyncDisposable & { readonly path: string }> {
  const path = await Deno.makeTempDir({ prefix: "conviction-sp500-" });
  for (const [name, file] of Object.entries(FILES)) await Deno.copyFile(sharedPath(file), `${path}/${name}`);
  return { path, [Symbol.asyncDispose]: () => Deno.remove(path, { recursive: true }) };
}
