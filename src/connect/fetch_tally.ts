import type { FetchState, NotedAmount } from "./source.ts";

/** A file that was not fetched, or a company that a source has nothing of. */
export interface FetchRefusal {
  /** Path of the file, address of a part, or ticker. */
  readonly what: string;
  /** Why, in a sentence without a full stop. */
  readonly problem: string;
}

/** A remark of a source that is no failure; equal ones of several companies are one. */
export interface FetchNote {
  /** The first company it is about, or the path of a file. */
  readonly what: string;
  /** A sentence without a full stop. */
  readonly remark: string;
  /** How often it was made. */
  readonly times: number;
  /** How much it is about, all together. */
  readonly amount?: NotedAmount | undefined;
}

/** What one source did. */
export interface SourceTally {
  /** Its name, like `edgar`. */
  readonly name: string;
  readonly hosts: readonly string[];
  /** Companies that it was asked about to the end, and all. */
  readonly companiesDone: number;
  readonly companies: number;
  /** Files by what became of them. */
  readonly files: Readonly<Record<FetchState, number>>;
  /** Requests that were sent; in a dry run, that would be sent at least. */
  readonly requests: number;
  /** Bytes of the replies, as they came over the network. */
  readonly bytes: number;
  /** The first refusals. */
  readonly refusals: readonly FetchRefusal[];
  readonly notes: readonly FetchNote[];
  /** Why it ended early; absent where it did not. */
  readonly ended?: string | undefined;
  /** A dry run: the shortest time of its requests at its rate, in seconds. */
  readonly seconds?: number | undefined;
}

const MAX_REFUSALS = 200;
const MAX_NOTES = 200;

/** Counts what a source does. */
export class Tally {
  readonly name: string;
  readonly hosts: readonly string[];
  readonly companies: number;
  readonly #redact: (text: string) => string;
  readonly #files: Record<FetchState, number> = {
    new: 0,
    changed: 0,
    unchanged: 0,
    fresh: 0,
    absent: 0,
    refused: 0,
    wanted: 0,
  };
  readonly #refusals: FetchRefusal[] = [];
  readonly #notes = new Map<string, FetchNote>();
  companiesDone = 0;
  requests = 0;
  bytes = 0;
  seconds: number | undefined;
  #ended: string | undefined;

  constructor(
    { name, hosts }: { readonly name: string; readonly hosts: readonly string[] },
    { companies, redact }: { readonly companies: number; redact(text: string): string },
  ) {
    this.name = name;
    this.hosts = hosts;
    this.companies = companies;
    this.#redact = redact;
  }

  /** Counts a file. */
  count(state: FetchState): void {
    this.#files[state] += 1;
  }

  /** Counts a refusal, without a key. */
  refuse({ what, problem }: FetchRefusal): string {
    this.count("refused");
    const said = this.#redact(problem);
    if (this.#refusals.length < MAX_REFUSALS) this.#refusals.push({ what: this.#redact(what), problem: said });
    return said;
  }

  /** Keeps a remark; an equal one is counted. */
  note(what: string, remark: string, amount?: NotedAmount): void {
    const key = `${remark} ${amount?.noun ?? ""}`;
    const before = this.#notes.get(key);
    if (before === undefined && this.#notes.size === MAX_NOTES) return;
    this.#notes.set(key, {
      ...(before ?? { what: this.#redact(what), remark: this.#redact(remark) }),
      times: (before?.times ?? 0) + 1,
      ...(amount && { amount: { ...amount, count: amount.count + (before?.amount?.count ?? 0) } }),
    });
  }

  /** The source ends before it asked for everything. */
  end(why: string): void {
    this.#ended ??= this.#redact(why);
  }

  /** What it did so far. */
  get state(): SourceTally {
    const { name, hosts, companies, companiesDone, requests, bytes, seconds } = this;
    const said = { refusals: [...this.#refusals], notes: [...this.#notes.values()], ended: this.#ended };
    return { name, hosts, companiesDone, companies, files: { ...this.#files }, requests, bytes, ...said, seconds };
  }
}
