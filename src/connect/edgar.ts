import { dayNumber, dayText } from "../calendar/day.ts";
import { readCompanyTickers } from "../data/filings/company_tickers.ts";
import { cikOf } from "../data/filings/read_json.ts";
import { normaliseTicker } from "../data/ticker.ts";
import { InputError } from "../protocol/errors.ts";
import { collectFilings } from "./edgar_company.ts";
import { EDGAR_HOSTS, statusProblem, tickersProblem, WWW } from "./edgar_replies.ts";
import type { FetchCompany, FetchPort, Source, SourceFile, SourceMaker, SourceOptions } from "./source.ts";

const TICKERS = "sec/company_tickers.json";
const CONTACT = "CONVICTION_CONTACT";

/** Below the ten requests a second that the SEC permits an address, over all its hosts. */
const RATE = [{ count: 8, perMs: 1000 }] as const;

/** Requests that wait for a reply at once: at 8 a second each may take half a second. */
const AT_ONCE = 4;

/**
 * Forms and reports of so many days where no first day is named: insiders' trades are counted over 180 days, so that any day of the
 * last seven months can be asked about. Five real lists have 84 forms each in that time.
 */
const USUAL_DAYS = 400;

/** What the SEC publishes of companies. */
export const EDGAR: SourceMaker = {
  name: "edgar",
  help: "filings at the SEC: lists, figures of reports, Forms 3 to 5; reports themselves where documents are wanted",
  needs: [CONTACT],
  make(what, options) {
    if (what !== undefined) throw new InputError(`Cannot fetch from edgar:${what}: nothing follows its name`);
    return new Edgar(agentOf(options.env(CONTACT)), options);
  },
};

/** An example of who asks, which is nobody. */
export const NOBODY = "Jane Doe jane@example.com";

/** What is wrong with who asks: no e-mail address, the example, or what no header can hold; the value is not shown. */
export function contactProblem(contact: string): string | undefined {
  if (!/^[\x20-\x7e]{1,200}$/.test(contact)) return `must be one line of at most 200 plain letters, like "${NOBODY}"`;
  if (contact.includes("jane@example.com")) return "must be your own name and e-mail address, not those of the example";
  return /\S@\S+\.\S/.test(contact) ? undefined : `must have an e-mail address, as the SEC asks, like "${NOBODY}"`;
}

/** @throws {InputError} where it is nobody. */
function agentOf(contact: string | undefined): string {
  const text = contact?.trim() ?? "";
  const problem = contactProblem(text);
  if (problem === undefined) return `Conviction ${text}`;
  const unset = `set ${CONTACT}, by which the SEC knows who asks, like "${NOBODY}"`;
  throw new InputError(`Cannot fetch from edgar: ${text === "" ? unset : `${CONTACT} ${problem}`}`);
}

/** Asks for the table of tickers, then for the filings of each company. */
class Edgar implements Source {
  readonly name = "edgar";
  readonly rate = RATE;
  readonly hosts: readonly string[];
  readonly atOnce = AT_ONCE;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #options: Omit<SourceOptions, "env">;
  /** Companies that were asked about: several tickers may be of one. */
  readonly #asked = new Set<string>();
  #ciks: ReadonlyMap<string, string> | undefined;
  /** Whether the table of tickers would be asked for: in a dry run. */
  #isTableWanted = false;

  constructor(agent: string, options: Omit<SourceOptions, "env">) {
    const { edgarUrl } = options;
    this.hosts = edgarUrl === undefined ? EDGAR_HOSTS : [new URL(edgarUrl).host];
    this.#headers = { "user-agent": agent };
    this.#options = options;
  }

  async begin(companies: readonly FetchCompany[], port: FetchPort): Promise<void> {
    const { isByCik, ciks } = this.#options;
    if (isByCik && companies.every(({ ticker, cik }) => cik ?? ciks?.has(normaliseTicker(ticker)))) return;
    const url = `${WWW}/files/company_tickers.json`;
    const asked = this.#file({ url, path: TICKERS, freshness: "session", problemOf: tickersProblem });
    const { body, state } = await port.get(asked);
    this.#isTableWanted = state === "wanted";
    const rows = body === undefined ? "" : readCompanyTickers(new TextDecoder().decode(body));
    if (typeof rows === "string") return;
    // of two rows with one ticker the first counts, as where the folder is read
    this.#ciks = new Map(rows.toReversed().map(({ ticker, cik }) => [ticker, cik]));
  }

  async collect(company: FetchCompany, port: FetchPort): Promise<void> {
    const cik = this.#cikOf(company, port);
    if (cik === undefined || this.#asked.has(cik)) return;
    this.#asked.add(cik);
    const today = port.now.toISOString().slice(0, "YYYY-MM-DD".length);
    const { since = dayText(dayNumber(today) - USUAL_DAYS), wantsDocuments, isWithoutForms } = this.#options;
    const file = (asked: Omit<SourceFile, "headers" | "problemOfStatus">) => this.#file(asked);
    await collectFilings({ ticker: company.ticker, cik, since, wantsDocuments, isWithoutForms }, { port, file });
  }

  /** The CIK of a company; if absent, why is said. */
  #cikOf({ ticker, cik }: FetchCompany, port: FetchPort): string | undefined {
    const usual = normaliseTicker(ticker);
    const given = cikOf(cik);
    const found = this.#ciks?.get(usual);
    if (given !== undefined && found !== undefined && given !== found) {
      port.note(ticker, `its CIK is taken to be ${given}, as given; the SEC's table of tickers says ${found}`);
    }
    const known = given ?? found ?? (this.#ciks === undefined ? this.#options.ciks?.get(usual) : undefined);
    if (known !== undefined) return known;
    const help = "give its CIK in a column cik of the list or of companies.csv";
    if (usual.startsWith("^")) port.note(ticker, "it is an index, which files nothing");
    else if (this.#ciks === undefined && this.#isTableWanted) {
      port.note(ticker, "its CIK stands in the SEC's table of tickers, which is not there yet: its files come on top");
    } else if (this.#ciks === undefined) {
      port.report(ticker, `its CIK is not known, because the SEC's table of tickers could not be fetched; ${help}`);
    } else port.report(ticker, `the SEC's table of tickers does not have it; ${help}`);
    return undefined;
  }

  #file(file: Omit<SourceFile, "headers" | "problemOfStatus">): SourceFile {
    const url = file.url.replace(/^https:\/\/\w+\.sec\.gov/, (sec) => this.#options.edgarUrl ?? sec);
    return { ...file, url, headers: this.#headers, problemOfStatus: statusProblem };
  }
}
