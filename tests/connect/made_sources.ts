/** Two sources of made files: one like EDGAR, whose list names further files, and one of prices, with a key. */
import type { FetchCompany, FetchPort, Source } from "../../src/connect/source.ts";
import type { MadeRoute } from "./source_server.ts";

/** The key of the made source of prices. */
export const MADE_KEY = "sk-made-0123456789";

/** What the hosts permit in any second, and what the sources send: less, because requests arrive unevenly. */
export const PERMITTED_PER_SECOND = 100;
const SENT_PER_SECOND = 80;

/** Twenty companies; two of them file one report together, as two classes of shares do. */
export const COMPANIES: readonly FetchCompany[] = Array.from({ length: 20 }, (_, at) => ({
  ticker: `T${String(at).padStart(2, "0")}`,
  cik: String(at === 19 ? 18 : at).padStart(10, "0"),
}));

const FILINGS = 2;
const LONG = "0123456789abcdef".repeat(1_000);

/** What the made source like EDGAR holds of a company, by the path of its address. */
function filed(path: string, day: string): string | undefined {
  const [, kind, cik, number] = /^\/(list|facts|forms)\/(\d{10})(?:-(\d))?$/.exec(path) ?? [];
  if (kind === "list") {
    return JSON.stringify({
      cik,
      forms: Array.from({ length: FILINGS }, (_, at) => `${cik}-${at}`),
    });
  }
  if (kind === "facts") return JSON.stringify({ cik, day, facts: LONG });
  return kind === "forms" ? `<form cik="${cik}" number="${number}">${LONG}</form>` : undefined;
}

/** The routes of both; `world.day` may change while the server runs: then the facts do. */
export function madeRoutes(world: { day: string }): MadeRoute {
  return ({ pathname, searchParams }, headers) => {
    const [, ticker] = /^\/prices\/(T\d\d)$/.exec(pathname) ?? [];
    if (ticker !== undefined) {
      if (searchParams.get("token") !== MADE_KEY) return { status: 401, body: "no key" };
      return { body: `date,close\n2026-11-20,${ticker.slice(1)}.5\n${LONG}\n` };
    }
    if (!headers.get("user-agent")?.includes("@")) return { status: 403, body: "no contact" };
    const body = filed(pathname, world.day);
    return body === undefined ? undefined : { body };
  };
}

/** The sources, which ask a server by two of its names: a queue each. */
export function madeSources(port: number): readonly Source[] {
  const headers = { "user-agent": "made test@example.com" };
  const [edgar, prices] = [`127.0.0.1:${port}`, `localhost:${port}`];
  const rate = [{ count: SENT_PER_SECOND, perMs: 1_000 }];
  return [
    {
      ...{ name: "filer", rate, hosts: [edgar], atOnce: 4 },
      async collect({ cik = "" }, port) {
        const one = {
          headers,
          problemOf: (body: Uint8Array) => textOf(body).includes(cik) ? undefined : "another company",
        };
        const list = await port.get({
          ...{ ...one, url: `http://${edgar}/list/${cik}`, path: `sec/list/${cik}.json`, freshness: "changing" },
        });
        await port.get({
          ...one,
          url: `http://${edgar}/facts/${cik}`,
          path: `sec/facts/${cik}.json`,
          freshness: "session",
        });
        for (const form of formsOf(list.body)) {
          await port.get({
            ...one,
            url: `http://${edgar}/forms/${form}`,
            path: `sec/forms/${form}.xml`,
            freshness: "filed",
          });
        }
      },
    },
    {
      name: "quotes",
      rate,
      hosts: [prices],
      atOnce: 2,
      collect: ({ ticker }, port) => collectPrices(ticker, { prices, port }),
    },
  ];
}

async function collectPrices(
  ticker: string,
  { prices, port }: { readonly prices: string; readonly port: FetchPort },
): Promise<void> {
  const path = `prices/quotes/${ticker}.csv`;
  if (port.isFresh(path)) return;
  const { body } = await port.ask({
    url: `http://${prices}/prices/${ticker}`,
    secretParameters: { token: MADE_KEY },
    problemOf: (body) => textOf(body).startsWith("date,") ? undefined : "no table",
  });
  if (body !== undefined) await port.keep(path, body);
}

function formsOf(body: Uint8Array | undefined): string[] {
  return body === undefined ? [] : JSON.parse(textOf(body)).forms;
}

function textOf(body: Uint8Array): string {
  return new TextDecoder().decode(body);
}
