/**
 * Makes the tables of the sample from the raw files, by the steps that `SOURCES.md` beside them tells: `deno run` with
 * `--allow-read --allow-write` on this file writes them, and a test compares them with what is there.
 */
import { FIGURE_COLUMNS, REPORT_COLUMNS } from "../../src/data/filings/own_tables.ts";
import { ITEM_TAGS } from "../../src/data/metrics/items.ts";
import { sharedPath } from "../needs.ts";
import { readGzip, records } from "./support.ts";

export const NAMES = "AAPL AMZN AXP BA GOOGL GS HD IBM JNJ JPM META MRK MSFT MU NVDA PG T UNH WMT XOM".split(" ");
/** The last day of the sample, to which a thesis of its day can be scored, and the day itself. */
const [LAST, AS_OF] = ["2025-07-01", "2025-03-31"];
/** Reports, notices and trades are taken from these days on. */
const FROM = { reports: "2021-01-01", notices: "2024-01-01", trades: "2024-04-01" };

/** Company facts as the SEC serves them, in whole, and annual reports whose pages hold their figures. */
const WHOLE: Readonly<Record<string, string>> = {
  AAPL: "sec/companyfacts/AAPL_CIK0000320193.json.gz",
  GOOGL: "sec/companyfacts/GOOGL_CIK0001652044.json.gz",
  NVDA: "sec/companyfacts/NVDA_CIK0001045810.json.gz",
};
const PAGES: Readonly<Record<string, readonly [file: string, accession: string]>> = {
  AMZN: ["sec/filings_html/amzn-10-k-2025-02-07.html.gz", "0001018724-25-000004"],
  IBM: ["sec/filings_html/ibm-10-k-2025-02-25.html.gz", "0000051143-25-000015"],
  WMT: ["sec/filings_html/wmt-10-k-2025-03-14.html.gz", "0000104169-25-000021"],
};
const SUBMISSIONS: Readonly<Record<string, string>> = {
  AAPL: "sample2025/submissions/CIK0000320193_AAPL.json.gz",
  BA: "sample2025/submissions/CIK0000012927_BA.json.gz",
  GOOGL: "sample2025/submissions/CIK0001652044_GOOGL.json.gz",
  MSFT: "sample2025/submissions/CIK0000789019_MSFT.json.gz",
  NVDA: "sample2025/submissions/CIK0001045810_NVDA.json.gz",
};
const EPS = "sample2025/eps_filed_polygon_20_dow.csv.gz";
const BALANCES = "sample2025/balance_and_gross_profit_filed_polygon_20_dow.csv.gz";
const NOTICES = "sample2025/8k_item_2.02_days_20_names.csv.gz";
const TRADES = "sample2025/form4_23_names_to_2025-03-31.csv.gz";
const PRICES = "sample2025/daily_20_and_SPY_2024-03-25_2025-07-01.csv.gz";

/** Every raw file. */
export const RAW: readonly string[] = [
  ...NAMES.map(factsFile),
  ...Object.values(PAGES).map(([file]) => file),
  ...Object.values(SUBMISSIONS),
  ...[EPS, BALANCES, NOTICES, TRADES, PRICES],
];

/**
 * Which of the balances are taken. Those of UNH and PG have minority interests in some quarters and not in others.
 * Liabilities are at times assets less equity; beside minority interests that cannot be, and only BA and IBM have these.
 */
const BALANCES_OF: Readonly<Record<string, readonly string[]>> = {
  AssetsCurrent: ["AMZN", "BA", "HD", "IBM", "JNJ", "MSFT", "PG", "UNH"],
  StockholdersEquity: ["AMZN", "AXP", "BA", "GS", "HD", "IBM", "JNJ", "JPM", "MSFT"],
  Liabilities: ["BA", "IBM"],
  CostOfGoodsAndServicesSold: ["AMZN", "PG"],
};

interface RawFact {
  readonly start?: string;
  readonly end: string;
  readonly val: number;
  readonly form: string;
  readonly accn: string;
  readonly filed: string;
}

interface Row extends RawFact {
  readonly ticker: string;
  readonly tag: string;
  readonly unit: string;
}

/** The texts of the tables that are made, by file. */
export async function sampleTables(): Promise<Readonly<Record<string, string>>> {
  const { facts, reports } = tablesOf((await Promise.all(NAMES.map(rowsOf))).flat());
  return {
    "prices.csv": await prices(),
    "facts.csv": facts,
    "reports.csv": reports,
    "filings.csv": await filings(),
    "trades.csv": await trades(),
  };
}

/** Bars to the cent; an empty ticker is that of the row above. */
async function prices(): Promise<string> {
  const rows = Map.groupBy(records(await readGzip(sharedPath(PRICES))), ({ ticker = "" }) => ticker);
  const lines = [...NAMES, "SPY"].flatMap((name) =>
    (rows.get(name) ?? []).map(({ date, open, high, low, close, volume }, at) => {
      const cents = [open, high, low, close].map((price) => Math.round(Number(price) * 100) / 100);
      return [at === 0 ? name : "", date, ...cents, Math.round(Number(volume))].join();
    })
  );
  return ["ticker,date,open,high,low,close,volume", ...lines, ""].join("\n");
}

async function filings(): Promise<string> {
  const days = records(await readGzip(sharedPath(NOTICES)));
  const lines: string[] = [];
  for (const ticker of NAMES) {
    const list = SUBMISSIONS[ticker];
    const rows = list === undefined
      ? days.filter((row) => row["Ticker"] === ticker).map((row) => ["8-K", row["Earnings_Date"], "", "2.02", ""])
      : await noticesIn(list);
    const kept = rows.filter(([, filed = ""]) => filed >= FROM.notices && filed <= LAST);
    lines.push(
      ...kept.sort(([, one = ""], [, other = ""]) => compare(one, other)).map((row) => [ticker, ...row].join()),
    );
  }
  return ["ticker,form,filed,accepted,items,accession", ...lines, ""].join("\n");
}

async function noticesIn(list: string): Promise<(string | undefined)[][]> {
  const { recent }: { recent: Readonly<Record<string, readonly string[]>> } =
    JSON.parse(await readGzip(sharedPath(list))).filings;
  const { form = [], filingDate = [], acceptanceDateTime = [], items = [], accessionNumber = [] } = recent;
  return filingDate.flatMap((filed, at) => {
    const listed = items[at]?.split(",") ?? [];
    const accepted = acceptanceDateTime[at]?.replace(".000Z", "Z");
    const isNotice = form[at] === "8-K" && listed.includes("2.02");
    return isNotice ? [["8-K", filed, accepted, listed.join(" "), accessionNumber[at]]] : [];
  });
}

/** All rows of the table from `FROM` to the sample's day, after which the table lacks most forms. */
async function trades(): Promise<string> {
  const rows = records(await readGzip(sharedPath(TRADES)));
  const columns = Object.keys(rows[0] ?? {}).filter((column) => column !== "issuer_name");
  const kept = rows.filter(({ ticker = "", transaction_date: day = "" }) =>
    NAMES.includes(ticker) && day >= FROM.trades && day <= AS_OF
  ).map((row) => columns.map((column) => quoted(row[column] ?? "")).join());
  return [columns.join(), ...kept, ""].join("\n");
}

function quoted(cell: string): string {
  return /[",]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/** The texts of `facts.csv` and `reports.csv`: one row for a figure and all reports that state it. */
function tablesOf(rows: readonly Row[]): { readonly facts: string; readonly reports: string } {
  const reports = [...new Map(rows.map((row) => [row.accn, row])).values()]
    .sort((one, other) =>
      compare(one.ticker, other.ticker) || compare(one.filed, other.filed) || compare(one.accn, other.accn)
    );
  const numbers = new Map(reports.map(({ accn }, number) => [accn, number]));
  let above: readonly string[] = [];
  const lines = [...Map.groupBy(rows, figureOf).values()].map((same) => {
    const [{ ticker = "", tag = "", unit = "", start = "", end = "", val = 0 } = {}] = same;
    const stated = [...new Set(same.map(({ accn }) => numbers.get(accn) ?? -1))].sort((one, other) => one - other);
    return { names: [ticker, tag, unit], end, start, val, stated };
  }).sort((one, other) =>
    compare(one.names.join(), other.names.join()) || compare(one.end, other.end) || compare(one.start, other.start) ||
    (one.stated[0] ?? 0) - (other.stated[0] ?? 0)
  ).map(({ names, start, end, val, stated }) => {
    const shown = names.map((name, at) => names.slice(0, at + 1).join() === above.slice(0, at + 1).join() ? "" : name);
    above = names;
    return [...shown, start, end, val, stated.join(" ")].join();
  });
  const listed = reports.map(({ ticker, form, accn, filed }, number) => [ticker, number, form, accn, filed].join());
  return {
    facts: [FIGURE_COLUMNS, ...lines, ""].join("\n"),
    reports: [REPORT_COLUMNS, ...listed, ""].join("\n"),
  };
}

function factsFile(ticker: string): string {
  return WHOLE[ticker] ?? `sample2025/facts/${ticker}.json.gz`;
}

async function rowsOf(ticker: string): Promise<readonly Row[]> {
  const stated = await companyFacts(ticker);
  const found = ticker in WHOLE
    ? stated
    : [...stated, ...await onPages(ticker), ...await earnings(ticker), ...await balances(ticker)];
  return found.filter(({ form, filed }) => /^10-[KQ](\/A)?$/.test(form) && filed >= FROM.reports && filed <= LAST);
}

async function companyFacts(ticker: string): Promise<readonly Row[]> {
  const { facts } = JSON.parse(await readGzip(sharedPath(factsFile(ticker))));
  const rows: Row[] = [];
  for (const taxonomy of ["us-gaap", "dei"]) {
    const tags: Record<string, { units: Record<string, readonly RawFact[]> }> = facts[taxonomy] ?? {};
    for (const [tag, { units }] of Object.entries(tags)) {
      if (!ITEM_TAGS.has(`${taxonomy}/${tag}`)) continue;
      for (const [unit, of] of Object.entries(units)) rows.push(...of.map((row) => ({ ...row, ticker, tag, unit })));
    }
  }
  return rows;
}

/** The figures in an annual report's page that are of the whole company. */
async function onPages(ticker: string): Promise<readonly Row[]> {
  const [file = "", accn = ""] = PAGES[ticker] ?? [];
  if (file === "") return [];
  const page = await readGzip(sharedPath(file));
  const filed = /\d{4}-\d\d-\d\d/.exec(file)?.[0] ?? "";
  const periods = new Map(
    [...page.matchAll(/<xbrli:context id="([^"]+)"[^>]*>(.*?)<\/xbrli:context>/gs)]
      .filter(([, , context = ""]) => !context.includes("explicitMember"))
      .map(([, id = "", context = ""]) => [id, dayIn(context)]),
  );
  const rows = [...page.matchAll(/<ix:nonFraction([^>]*)>(?:<[^>]*>)*([\d.,]+)</gs)].flatMap(
    ([, head = "", digits = ""]) => {
      const of = Object.fromEntries([...head.matchAll(/(\w+)="([^"]*)"/g)].map(([, key, value]) => [key, value]));
      const [taxonomy, tag = ""] = (of["name"] ?? "").split(":");
      const period = periods.get(of["contextRef"] ?? "");
      if (period === undefined || !ITEM_TAGS.has(`${taxonomy}/${tag}`)) return [];
      const val = Number(digits.replaceAll(",", "")) * 10 ** Number(of["scale"] ?? 0) * (of["sign"] === "-" ? -1 : 1);
      const unit = /pershare/i.test(of["unitRef"] ?? "") ? "USD/shares" : of["unitRef"] === "shares" ? "shares" : "USD";
      const exact = Number(of["decimals"]?.replace("INF", "99"));
      return [{ ticker, tag, unit, ...period, val: Math.round(val * 100) / 100, form: "10-K", accn, filed, exact }];
    },
  );
  // the text repeats figures in billions: of one figure the most exact counts, as in the SEC's own company facts
  const best = Map.groupBy(rows, ({ tag, start = "", end }: (typeof rows)[number]) => [tag, start, end].join());
  return [...best.values()].flatMap((same) => {
    const exact = Math.max(...same.map((one) => one.exact));
    return same.filter((one) => one.exact === exact).slice(0, 1);
  });
}

function dayIn(context: string): Pick<RawFact, "start" | "end"> {
  const day = (name: string) => new RegExp(`<xbrli:${name}>([\\d-]+)<`).exec(context)?.[1];
  const [start, end] = [day("startDate"), day("endDate") ?? day("instant") ?? ""];
  return start === undefined ? { end } : { start, end };
}

/**
 * Earnings per share of the reports; a fourth quarter has no report of its own. Those of JPM and GS are left out: they are
 * after preferred dividends, which the raw files lack, so that net income and shares of the same report contradict them.
 */
async function earnings(ticker: string): Promise<readonly Row[]> {
  if (["JPM", "GS"].includes(ticker)) return [];
  const rows = records(await readGzip(sharedPath(EPS))).filter((row) => row["ticker"] === ticker);
  return rows.filter((row) => row["fiscal_period"] !== "Q4").flatMap((row) => {
    const { start = "", end = "", filed = "", accession: accn = "" } = row;
    const form = row["timeframe"] === "annual" ? "10-K" : "10-Q";
    return [["EarningsPerShareBasic", row["eps_basic"]], ["EarningsPerShareDiluted", row["eps_diluted"]]].flatMap((
      [tag = "", value = ""],
    ) =>
      value === "" ? [] : [{
        ticker,
        tag,
        unit: "USD/shares",
        start,
        end,
        val: Math.round(Number(value) * 100) / 100,
        form,
        accn,
        filed,
      }]
    );
  });
}

async function balances(ticker: string): Promise<readonly Row[]> {
  const rows = records(await readGzip(sharedPath(BALANCES))).filter((row) => row["ticker"] === ticker);
  return rows.filter(({ tag = "" }) => BALANCES_OF[tag]?.includes(ticker)).map((row) => {
    const { tag = "", start = "", end = "", form = "", accn = "", filed = "" } = row;
    return {
      ticker,
      tag,
      unit: "USD",
      ...(start !== "" && { start }),
      end,
      val: Number(row["val"]),
      form,
      accn,
      filed,
    };
  });
}

function figureOf({ ticker, tag, unit, start, end, val }: Row): string {
  return [ticker, tag, unit, start, end, val].join();
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

if (import.meta.main) {
  for (const [file, text] of Object.entries(await sampleTables())) {
    Deno.writeTextFileSync(new URL(`../../src/data/sample/${file}`, import.meta.url), text);
  }
}
