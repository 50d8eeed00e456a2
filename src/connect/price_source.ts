import { longDay } from "../calendar/day.ts";
import { exchangeOf } from "../calendar/exchanges.ts";
import { lastSession, sessionsAfter } from "../calendar/last_session.ts";
import { createRedactor } from "../text/redact.ts";
import { type PriceLine, type PriceRows, readPriceRows, writePriceRows } from "./price_rows.ts";
import { tickerFile } from "./ticker_file.ts";
import type { FetchCompany, FetchPort, ReplyProblem, Source, SourceOptions, SourceRequest } from "./source.ts";

/** What is measured against where nothing else is named: the largest fund on the S&P 500. */
const BENCHMARK = "SPY";
/** Years of prices that are asked for first. */
const YEARS = 10;
/** A name without a bar for more sessions than this trades no more, or pauses: it is asked for once a session. */
const PAUSE_SESSIONS = 5;

/** A fresh file is counted, and nothing is asked. */
const NOT_ASKED = { url: "", freshness: "session", problemOf: () => undefined } as const;

/** What a service of daily prices is, and how it is asked. */
export interface PriceService extends Pick<Source, "name" | "hosts" | "rate"> {
  /** As it calls itself. */
  readonly title: string;
  /** Columns of its tables that are needed; the first is that of the day. */
  readonly columns: readonly string[];
  readonly isNewestFirst: boolean;
  /** Its key, which appears in no message. */
  readonly key: string;
  /** How it spells a ticker; undefined where it has none like it. */
  symbolOf(ticker: string): string | undefined;
  /** Asks for the rows from a day on, or for all of them. */
  request(symbol: string, rows: WantedRows): Pick<SourceRequest, "url" | "headers" | "secretParameters">;
  /**
   * What a reply that is no table means: for how long nothing is asked, by the text of the service.
   * @param status Of the reply: 200 too, because services answer refusals with it.
   */
  pauseMs(text: string, status: number): number | undefined;
}

/** Which rows of a table are wanted. */
export interface WantedRows {
  /** First day, `YYYY-MM-DD`. */
  readonly from: string;
  /** Whether they are all, and not those that are joined to others. */
  readonly isAll: boolean;
}

/**
 * A source of daily prices: all of them first, and then each night the newest rows, which are joined to those kept while
 * the rows that both have are the same. A bar of a day that has not ended is never kept.
 */
export function priceSource(
  service: PriceService,
  { since, benchmark = BENCHMARK }: Pick<SourceOptions, "since" | "benchmark">,
): Source {
  const { name, hosts, rate } = service;
  const fetchPrices = ({ ticker }: FetchCompany, port: FetchPort) =>
    new PriceFetch({ service, ticker, since, port }).run();
  return {
    name,
    hosts,
    rate,
    async begin(companies, port) {
      if (!companies.some(({ ticker }) => ticker === benchmark)) await fetchPrices({ ticker: benchmark }, port);
    },
    collect: fetchPrices,
  };
}

/** The prices of one name. */
class PriceFetch {
  readonly #service: PriceService;
  readonly #ticker: string;
  readonly #since: string;
  readonly #port: FetchPort;
  /** The last session that has ended where it is listed. */
  readonly #session: string;

  constructor({ service, ticker, since, port }: {
    readonly service: PriceService;
    readonly ticker: string;
    readonly since: string | undefined;
    readonly port: FetchPort;
  }) {
    this.#service = service;
    this.#ticker = ticker;
    this.#since = since ?? `${port.now.getUTCFullYear() - YEARS}-01-01`;
    this.#port = port;
    this.#session = lastSession(port.now, exchangeOf(ticker));
  }

  async run(): Promise<void> {
    const file = tickerFile(this.#ticker);
    const symbol = file === undefined ? undefined : this.#service.symbolOf(file);
    if (symbol === undefined) return this.#fail(`${this.#service.title} has no symbol like it`);
    const path = `prices/${this.#service.name}/${file}.csv`;
    const body = await this.#port.kept(path);
    const kept = body === undefined ? undefined : this.#tableOf(body);
    if (kept !== undefined && this.#port.isFresh(path)) return void await this.#port.get({ ...NOT_ASKED, path });
    const rows = await this.#newRows(kept, symbol);
    const through = rows?.rows.at(-1)?.day;
    if (rows === undefined || through === undefined) return;
    const behind = sessionsAfter(through, this.#session, exchangeOf(this.#ticker));
    const isPaused = behind > PAUSE_SESSIONS;
    const isWhole = behind === 0 || isPaused;
    await this.#port.keep(path, writePriceRows(rows, this.#service), isWhole ? {} : { through });
    if (isPaused) this.#port.note(this.#ticker, `its last bar at ${this.#service.title} is of ${longDay(through)}`);
  }

  async #newRows(kept: PriceRows | undefined, symbol: string): Promise<PriceRows | undefined> {
    const first = kept?.rows[0]?.day ?? this.#since;
    const all = { from: first < this.#since ? first : this.#since, isAll: true };
    if (kept === undefined) return await this.#ask(symbol, all);
    const some = { from: overlapDay(kept), isAll: false };
    const newest = await this.#ask(symbol, some);
    if (newest === undefined || this.#endsBefore(newest, kept)) return undefined;
    const joined = joinPrices(kept, newest);
    if (joined !== undefined) return joined;
    const isAsked = this.#service.request(symbol, all).url === this.#service.request(symbol, some).url;
    const whole = isAsked ? newest : await this.#ask(symbol, all);
    if (whole === undefined || this.#endsBefore(whole, kept)) return undefined;
    this.#tellLost(whole, kept);
    return whole;
  }

  /** The rows of ended sessions of a reply. */
  async #ask(symbol: string, which: WantedRows): Promise<PriceRows | undefined> {
    const { state, body } = await this.#port.ask({
      ...this.#service.request(symbol, which),
      problemOf: (reply) => this.#problemOf(reply, 200),
      problemOfStatus: (status, reply) => status < 500 ? this.#problemOf(reply, status) : undefined,
    });
    if (state !== "new" || body === undefined) return undefined;
    const table = this.#tableOf(body);
    const rows = table?.rows.filter(({ day }) => day <= this.#session) ?? [];
    if (table === undefined || rows.length === 0) return this.#fail("it has no bar of a session that has ended");
    if (which.isAll && table.note !== undefined) this.#port.note(this.#ticker, table.note);
    return { ...table, rows };
  }

  #problemOf(reply: Uint8Array, status: number): string | ReplyProblem | undefined {
    const found = readPriceRows(reply, this.#service.columns);
    if (!("problem" in found)) return undefined;
    const text = createRedactor([this.#service.key])(found.problem);
    const pauseMs = this.#service.pauseMs(found.problem, status);
    return pauseMs === undefined ? text : { text, pauseMs };
  }

  #tableOf(body: Uint8Array): PriceRows | undefined {
    const found = readPriceRows(body, this.#service.columns);
    return "problem" in found ? undefined : found;
  }

  /** A reply that ends before what is kept is an old one. */
  #endsBefore(found: PriceRows, kept: PriceRows): boolean {
    const end = found.rows.at(-1)?.day ?? "";
    const keptEnd = kept.rows.at(-1)?.day ?? "";
    if (end >= keptEnd) return false;
    this.#fail(`the reply ends on ${longDay(end)}, the kept file on ${longDay(keptEnd)}: the kept file stays`);
    return true;
  }

  /** A plan may give fewer years than are kept. */
  #tellLost(whole: PriceRows, kept: PriceRows): void {
    const first = whole.rows[0]?.day ?? "";
    const keptFirst = kept.rows[0]?.day ?? "";
    if (sessionsAfter(keptFirst, first) <= 1) return;
    this.#port.note(
      this.#ticker,
      `the kept prices before ${longDay(first)} are dropped: the service now gives none that are adjusted alike`,
    );
  }

  #fail(problem: string): undefined {
    this.#port.report(this.#ticker, problem);
  }
}

/** Rows that are asked for again, so that they show whether what is kept still holds. */
const OVERLAP_ROWS = 6;
/** The newest kept rows may differ: services correct prices in the evening and on the next day. */
const OPEN_ROWS = 2;
/** A factor of one day's dividend is larger; two roundings of one number differ by less. */
const ROUNDING = 1e-7;

/** The first day that must be asked for, so that newer rows can be joined to those kept. */
function overlapDay({ rows }: PriceRows): string {
  return rows.at(-OVERLAP_ROWS)?.day ?? rows[0]?.day ?? "";
}

/**
 * Joins newer rows to those that are kept. A split or a dividend changes every row before it in a table of adjusted
 * prices, so one settled row that both have with other figures means that all of them are to be asked for again.
 * @returns Undefined where the kept rows do not hold any more, or too few of them were asked for again to tell.
 */
function joinPrices(kept: PriceRows, newest: PriceRows): PriceRows | undefined {
  const from = newest.rows[0]?.day ?? "";
  const settled = kept.rows.slice(0, -OPEN_ROWS);
  const last = settled.at(-1)?.day ?? "";
  const again = settled.filter(({ day }) => day >= from);
  const stated = newest.rows.filter(({ day }) => day <= last);
  if (kept.header !== newest.header || again.length === 0 || again.length !== stated.length) return undefined;
  if (!again.every((row, at) => isSame(row, stated[at]))) return undefined;
  return { ...newest, rows: [...settled, ...newest.rows.slice(stated.length)] };
}

function isSame(one: PriceLine, other: PriceLine | undefined): boolean {
  if (one.line === other?.line) return true;
  const cells = one.line.split(",");
  const others = other?.line.split(",") ?? [];
  return one.day === other?.day && cells.slice(1).every((cell, at) => isSameNumber(cell, others[at + 1] ?? ""));
}

function isSameNumber(one: string, other: string): boolean {
  if (one === "" || other === "") return one === other;
  return Math.abs(Number(one) - Number(other)) <= ROUNDING * Math.abs(Number(one));
}
