import type { RateWindow } from "../pace/rate_limit.ts";

/** A company whose files are fetched. */
export interface FetchCompany {
  /** The ticker, as the list or `companies.csv` has it. */
  readonly ticker: string;
  /** Its number at the SEC, ten digits, where `companies.csv` or the list has it. */
  readonly cik?: string | undefined;
  /** As the list names it. */
  readonly name?: string | undefined;
}

/** What is wrong with a reply, and whether the source may be asked for more. */
export interface ReplyProblem {
  /** A sentence without a full stop. */
  readonly text: string;
  /**
   * For how long, in milliseconds, the source is asked for nothing: its limit is used up. The fetch ends for this
   * source, or waits where it may. Infinity: never again in this fetch, because it refuses the key.
   */
  readonly pauseMs?: number | undefined;
  /**
   * Whether it is a fault of the source, which the next request may find too: after a few in a row the source is left.
   * Default: no.
   */
  readonly isFault?: boolean | undefined;
}

/** One request of a source. */
export interface SourceRequest {
  /** The address, without a key: it is shown, and kept in the journal. */
  readonly url: string;
  /** Parameters of the address that hold a key: never shown, never kept. */
  readonly secretParameters?: Readonly<Record<string, string>> | undefined;
  /** Headers, which may hold a key: never shown, never kept. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /**
   * What is wrong with the body of a reply with status 200: a page of HTML, an error in JSON, another company's file,
   * a part. Undefined when it is what was asked for. A body with something wrong is a refusal: what was kept stays.
   * An empty body and one that is shorter than its head says are refused before it is asked, a page of HTML and one that
   * holds a key after.
   */
  problemOf(body: Uint8Array): string | ReplyProblem | undefined;
  /**
   * What another status means, where the source means something of its own by it, like 403 for a ticker that the key
   * does not cover. Undefined: what it usually means (401 and 403 stop the source, 404 is a refusal, 429 and 503 are
   * waited for). It is not asked about 200, 304 and redirects.
   */
  problemOfStatus?(status: number, body: Uint8Array): string | ReplyProblem | undefined;
  /** Whether a page of HTML is what was asked for. Default: where its address ends with `.htm` or `.html`. */
  readonly mayBePage?: boolean | undefined;
  /** Largest body, in bytes, after unpacking. Default: 128 MiB. */
  readonly maxBytes?: number | undefined;
}

/** A program whose output is read. */
export interface SourceProgram {
  /** What it is, for messages, like `cmd AAPL`. */
  readonly name: string;
  /** A command as it would be typed in a shell; `"$1"` and so on are the words. */
  readonly command: string;
  /** Words that the command gets as its arguments; no shell reads them. */
  readonly words: readonly string[];
  /** What is wrong with what it printed; undefined when it can be used. */
  problemOf(output: Uint8Array): string | undefined;
}

/** How long a kept file counts as fresh, so that nothing is asked. */
export type Freshness =
  /** For ever: what is filed under a number does not change. */
  | "filed"
  /** Until another session of the exchange has ended. */
  | "session"
  /** Never: it is asked for each time, on the condition that it changed. */
  | "changing";

/** A request whose reply is kept as a file, as it was published. */
export interface SourceFile extends SourceRequest {
  /** Path in the data folder, with `/`, like `sec/companyfacts/CIK0000320193.json`. */
  readonly path: string;
  /** How long it counts as fresh. */
  readonly freshness: Freshness;
  /**
   * What it means that the source has no such file (404), like "it reports nothing in XBRL": said, no failure, and not
   * asked again while it counts as fresh. Default: a refusal.
   */
  readonly absence?: string | undefined;
}

/** What became of a file. */
export type FetchState =
  /** It was not there before. */
  | "new"
  /** Other bytes than before. */
  | "changed"
  /** The source says that it is as it was (304), or sent the same bytes. */
  | "unchanged"
  /** Nothing was asked: it is fresh, or an earlier start of this fetch has it. */
  | "fresh"
  /** Nothing came, or something else than what was asked for; what was kept stays. */
  | "refused"
  /** The source has no such file, which {@linkcode SourceFile.absence} explains. */
  | "absent"
  /** A dry run: it would be asked for. */
  | "wanted";

/** A file after it was asked for. */
export interface FetchedFile {
  readonly state: FetchState;
  /** The content that is kept now; undefined if absent. */
  readonly body: Uint8Array | undefined;
  /** Why it was refused, in a sentence without a full stop. */
  readonly problem?: string | undefined;
}

/** How much a remark is about; equal remarks of several companies are shown as one, with their sum. */
export interface NotedAmount {
  /** 0 or more. */
  readonly count: number;
  /** In the singular, like `form`. */
  readonly noun: string;
}

/** How {@linkcode FetchPort.keep} keeps a file. */
export interface KeepOptions {
  /**
   * The newest day the file has, `YYYY-MM-DD`: where it is before the last session, the source had no newer one yet, and
   * the file is not fresh. Default: it is.
   */
  readonly through?: string | undefined;
}

/**
 * What a source may do: it never touches network or disk itself. A call throws where the fetch or this source ends
 * (Ctrl-C, a key that is refused, a limit that is used up): a source does not catch that.
 */
export interface FetchPort {
  /** When this fetch began. */
  readonly now: Date;
  /** The last session of the exchange that has ended, `YYYY-MM-DD`. */
  readonly lastSession: string;
  /** The content of a file of the data folder. */
  kept(path: string): Promise<Uint8Array | undefined>;
  /** Asks for a file, on the condition that it changed, and keeps it. */
  get(file: SourceFile): Promise<FetchedFile>;
  /** Asks for something that is no file by itself: the newest rows of a table, for {@linkcode FetchPort.keep}. */
  ask(request: SourceRequest): Promise<Omit<FetchedFile, "state"> & { readonly state: "new" | "refused" | "wanted" }>;
  /**
   * Keeps a file that was put together of what was kept and what came, and counts it as fresh until another session of
   * the exchange has ended.
   */
  keep(path: string, body: Uint8Array, options?: KeepOptions): Promise<FetchedFile>;
  /** Runs a program and gives what it printed; a failure, no output and a time limit are refusals. */
  run(program: SourceProgram): Promise<Omit<FetchedFile, "state"> & { readonly state: "new" | "refused" | "wanted" }>;
  /** Whether {@linkcode FetchPort.keep} has this file of this session already. */
  isFresh(path: string): boolean;
  /** Says something about a company that is not about one file: it is shown, and counts as not fetched. */
  report(ticker: string, problem: string): void;
  /** Says something about a company that is no failure, like what was left out, and how much of it. */
  note(ticker: string, remark: string, amount?: NotedAmount): void;
}

/** Where files come from. */
export interface Source {
  /** Its name, as a person types it, like `edgar`. */
  readonly name: string;
  /**
   * The most requests within any such span, over all its hosts: below what the hosts permit, because requests arrive
   * less evenly than they are sent.
   */
  readonly rate: readonly RateWindow[];
  /** The hosts it asks; their requests share the rate. */
  readonly hosts: readonly string[];
  /** The most companies at once. Default: 1. */
  readonly atOnce?: number | undefined;
  /** Fetches what is not about one company, before the companies: a table of all tickers. Default: nothing. */
  begin?(companies: readonly FetchCompany[], port: FetchPort): Promise<void>;
  /** Collects the files of a company. A source that has nothing of it says so with {@linkcode FetchPort.report}. */
  collect(company: FetchCompany, port: FetchPort): Promise<void>;
}

/** Makes a source of what a person named and in the environment. */
export interface SourceMaker {
  /** The word before a colon, like `edgar` or `cmd`. */
  readonly name: string;
  /** One line for the page of help. */
  readonly help: string;
  /** Environment variables it needs, like `CONVICTION_TIINGO_KEY`; their values appear in no output. */
  readonly needs: readonly string[];
  /**
   * Makes the source.
   * @param what Text after the colon; undefined without one.
   * @param options `env` of the variables above, and switches of the command.
   * @throws {InputError} when a variable is missing or the text cannot be used; the message says what to set.
   */
  make(what: string | undefined, options: SourceOptions): Source;
}

/** What a source is made with. */
export interface SourceOptions {
  /** The value of an environment variable. */
  env(name: string): string | undefined;
  /** Whether the documents of reports are fetched too, which are large. */
  readonly wantsDocuments: boolean;
  /** First day of what is not kept yet, `YYYY-MM-DD`. Default: each source has its own. */
  readonly since?: string | undefined;
  /** Ticker of what is measured against, which is fetched with the prices. Default: each source has its own. */
  readonly benchmark?: string | undefined;
  /** Where the files of the SEC are asked for instead of at the SEC, without a slash at its end. */
  readonly edgarUrl?: string | undefined;
  /** Whether the forms of insiders are left out. Default: no. */
  readonly isWithoutForms?: boolean | undefined;
  /** CIKs by ticker, for where the table of tickers cannot be fetched. Default: none. */
  readonly ciks?: ReadonlyMap<string, string> | undefined;
  /** Whether no table of tickers is asked for where all CIKs are given or among these. Default: no. */
  readonly isByCik?: boolean | undefined;
}
