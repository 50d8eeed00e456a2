import type { MadeStock } from "./made_market.ts";

/** What a made service of prices answers. */
export interface PriceReply {
  readonly status: number;
  readonly body: string;
}

/** What a made service of prices knows. */
export interface PriceWorld {
  /** By their symbols at the service. */
  readonly stocks: Readonly<Record<string, MadeStock>>;
  /** The newest day that is published. */
  readonly to: string;
  readonly key: string;
}

/** Answers as Tiingo, Alpha Vantage and EODHD do, by the path of the address; undefined for another one. */
export function priceReply(url: URL, headers: Headers, world: PriceWorld): PriceReply | undefined {
  const [, tiingo] = /^\/tiingo\/daily\/([^/]+)\/prices$/.exec(url.pathname) ?? [];
  if (tiingo !== undefined) return tiingoReply(tiingo, { url, headers, world });
  const [, eodhd] = /^\/api\/eod\/([^/]+)$/.exec(url.pathname) ?? [];
  if (eodhd !== undefined) return eodhdReply(eodhd, { url, world });
  return url.pathname === "/query" ? alphaVantageReply(url, world) : undefined;
}

function tiingoReply(
  symbol: string,
  { url, headers, world }: { readonly url: URL; readonly headers: Headers; readonly world: PriceWorld },
): PriceReply {
  if (headers.get("authorization") !== `Token ${world.key}`) {
    return { status: 401, body: JSON.stringify({ detail: "Invalid token." }) };
  }
  const stock = world.stocks[symbol];
  if (stock === undefined) {
    return { status: 404, body: JSON.stringify({ detail: `Error: Ticker '${symbol}' not found` }) };
  }
  return { status: 200, body: stock.tiingo({ from: url.searchParams.get("startDate") ?? "", to: world.to }) };
}

function eodhdReply(symbol: string, { url, world }: { readonly url: URL; readonly world: PriceWorld }): PriceReply {
  if (url.searchParams.get("api_token") !== world.key) return { status: 401, body: "Unauthenticated" };
  const stock = world.stocks[symbol.replace(/\.US$/, "")];
  if (stock === undefined) return { status: 404, body: "Ticker Not Found." };
  return { status: 200, body: stock.eodhd({ from: url.searchParams.get("from") ?? "", to: world.to }) };
}

function alphaVantageReply({ searchParams }: URL, { stocks, to, key }: PriceWorld): PriceReply {
  const json = (name: string, text: string) => ({ status: 200, body: JSON.stringify({ [name]: text }) });
  if (searchParams.get("apikey") !== key) return json("Error Message", "the parameter apikey is invalid or missing.");
  const called = searchParams.get("function") ?? "";
  const stock = stocks[searchParams.get("symbol") ?? ""];
  if (stock === undefined) {
    return json("Error Message", `Invalid API call. Please retry or visit the documentation for ${called}.`);
  }
  const count = searchParams.get("outputsize") === "full" ? Infinity : 100;
  return { status: 200, body: stock.alphaVantage({ to, count, isRaw: called === "TIME_SERIES_DAILY" }) };
}
