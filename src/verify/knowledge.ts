import type { Draft, PositionWeight } from "../data/claim.ts";
import { commonFrequency, isBare } from "../data/choose_series.ts";
import type { DatasetView, Frequency, PriceSeries } from "../data/dataset.ts";
import { VOCABULARY, type Vocabulary } from "../data/vocabulary.ts";
import { type Cause, type MetricId, needsPrices } from "../data/metrics/metric.ts";
import type { FiledFact, NamedFiling } from "../data/records.ts";
import { baseOf } from "../data/own_view.ts";
import { readerAt } from "./domains/evaluate.ts";
import { READERS } from "./domains/readers.ts";
import type { FiledReaders, Recomputed, Sourced } from "./domains/reader.ts";
import { type Subject, subjectOf } from "./domains/subject.ts";

/** What the verifier knows how to compute, and what may be said. */
export interface Knowledge {
  readonly vocabulary: Vocabulary;
  readonly readers: FiledReaders;
}

/** The knowledge of the domains that are read. */
export const KNOWLEDGE: Knowledge = { vocabulary: VOCABULARY, readers: READERS };

/** The ground on which the sentences of one draft are checked. */
export class Ground {
  /** The view of everybody: what is made of it is kept for the next draft. */
  readonly view: DatasetView;
  /** The same with the tables that came with the question, which `own.ts` reads for this draft alone. */
  readonly given: DatasetView;
  /** Tickers of the answer. */
  readonly companies: readonly string[];
  /** Those of the question; empty where it gives none. */
  readonly weights: readonly PositionWeight[];
  readonly knowledge: Knowledge;
  readonly #kept: Kept;
  readonly #here = new Map<string, unknown>();
  /** At which several companies are compared. */
  readonly #frequency: Frequency | undefined;

  constructor(
    given: DatasetView,
    { companies, weights = [] }: Pick<Draft, "companies" | "weights">,
    knowledge: Knowledge,
  ) {
    const view = baseOf(given);
    this.view = view;
    this.given = given;
    this.companies = companies;
    this.weights = weights;
    this.knowledge = knowledge;
    this.#kept = keptOf(view, knowledge);
    this.#frequency = commonFrequency(view, companies.filter((ticker) => view.prices(ticker).length > 0));
  }

  /** The series that every figure about a company must use; `undefined` where it has no price by the day. */
  subject(ticker: string): Subject | undefined {
    const { subjects } = this.#kept;
    const key = `${this.#frequency} ${ticker}`;
    return subjects.getOrInsertComputed(key, () => subjectOf(this.view, ticker, { frequency: this.#frequency }));
  }

  /** The series of each of some companies that has one. Default: of all companies of the answer. */
  subjects(tickers: readonly string[] = this.companies): readonly Subject[] {
    return tickers.flatMap((ticker) => this.subject(ticker) ?? []);
  }

  /** A measure as of a bar, computed once for the newest. */
  read(metric: MetricId, subject: Subject, at = subject.series.days.length - 1): Recomputed {
    const reader = this.knowledge.readers[metric] ?? readerAt(metric);
    if (reader === undefined) return "comparison";
    if (isBare(subject.series) && needsPrices(this.knowledge.vocabulary.metrics[metric])) return "prices";
    if (subject.isOld) return this.#unread(metric, subject) ?? "stale_prices";
    const read = () => reader(subject, at);
    const isLast = at === subject.series.days.length - 1;
    if (isLast && this.#isFiled(metric)) this.#readFiled(subject, at);
    const found = isLast ? this.onceOf(subject.series, metric, read) : read();
    return typeof found === "object" ? found.value : found;
  }

  #isFiled(metric: MetricId): boolean {
    const shelf = this.knowledge.vocabulary.metrics[metric]?.shelf;
    return shelf === "facts" || shelf === "trades" || shelf === "texts";
  }

  /** All that is made of a company's records, while they are at hand: a view does not hold those of all companies. */
  #readFiled(subject: Subject, at: number): void {
    this.onceOf(subject.series, "filed", () => {
      for (const metric of this.knowledge.vocabulary.measures.keys()) {
        const reader = this.knowledge.readers[metric];
        if (reader !== undefined && this.#isFiled(metric)) {
          this.onceOf(subject.series, metric, () => reader(subject, at));
        }
      }
      return true;
    });
  }

  /** Why a metric of reports or texts is missing where none is read. */
  #unread(metric: MetricId, { records, texts }: Subject): Cause | undefined {
    switch (this.knowledge.vocabulary.metrics[metric]?.shelf) {
      case "facts":
        return records().facts.length === 0 ? "filings" : undefined;
      case "texts":
        return texts().documents.length === 0 ? "texts" : undefined;
      default:
        return undefined;
    }
  }

  /** The facts of reports and the filings behind a measure as of the newest bar, in the order of its definition. */
  factsOf(metric: MetricId, subject: Subject): readonly (FiledFact | NamedFiling)[] {
    if (typeof this.read(metric, subject) === "string") return [];
    const found = this.onceOf<Recomputed | Sourced>(subject.series, metric, () => NaN);
    return typeof found === "object" ? found.facts : [];
  }

  /** Something that is computed once for all drafts about this view. */
  once<T>(key: string, compute: () => T): T {
    const { made } = this.#kept;
    return made.getOrInsertComputed(key, compute) as T;
  }

  /** Something of a series that is computed once for all drafts about this view. */
  onceOf<T>(series: PriceSeries, key: string, compute: () => T): T {
    const made = this.#kept.values.getOrInsertComputed(series, () => new Map<string, unknown>());
    return made.getOrInsertComputed(key, compute) as T;
  }

  /** Something that is computed once for this draft. */
  onceHere<T>(key: string, compute: () => T): T {
    return this.#here.getOrInsertComputed(key, compute) as T;
  }
}

/** What was computed about a view, for as long as it lives: this keeps a screen linear. */
interface Kept {
  readonly subjects: Map<string, Subject | undefined>;
  readonly values: WeakMap<PriceSeries, Map<string, unknown>>;
  readonly made: Map<string, unknown>;
}

const kept = new WeakMap<DatasetView, WeakMap<Knowledge, Kept>>();

function keptOf(view: DatasetView, knowledge: Knowledge): Kept {
  const ofView = kept.getOrInsertComputed(view, () => new WeakMap<Knowledge, Kept>());
  return ofView.getOrInsertComputed(knowledge, () => ({ subjects: new Map(), values: new WeakMap(), made: new Map() }));
}
