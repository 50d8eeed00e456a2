import type { Claim } from "../data/claim.ts";
import type { MetricId } from "../data/metrics/metric.ts";
import type { DatasetView } from "../data/dataset.ts";
import type { Mention } from "./names.ts";
import type { Sentence } from "./sentence.ts";
import { ACRONYMS, BEFORE_BENCHMARK, BENCHMARK_WORDS, MEASURED_AGAINST, METRIC_WORDS } from "./terms.ts";

/** The data and the companies of an answer. */
export interface Subjects {
  readonly view: DatasetView;
  /** Tickers of all claims of the draft. */
  readonly tickers: ReadonlySet<string>;
}

const BENCHMARK_FOLLOWS = new RegExp(String.raw`(?<!\p{L})(?:${BEFORE_BENCHMARK.join("|")}) (?:the )?$`, "iu");
const CAPITALS = /(?<![\p{L}\p{N}])[A-Z][A-Z.&]*[A-Z](?![\p{L}\p{N}])/gu;

/**
 * Whether a sentence names the companies and the metric of a claim.
 * @param claim One of the sentence's claims.
 */
export function isNamed({ metric, of, unit, entities }: Claim, sentence: Sentence, options: Subjects): boolean {
  const metrics = of === undefined ? [metric] : [metric, of];
  if (!metrics.every((one) => isWorded(one, sentence, options.view.benchmark))) return false;
  const isMentioned = (ticker: string) => sentence.mentions.some(({ tickers }) => tickers.includes(ticker));
  if (entities.length > 0 && entities.every(isMentioned)) return true;
  const group = unit === "date" ? groupWith(entities, sentence.claims) : entities;
  return group.length > 1 && isNamedTogether(group, sentence, options);
}

/** The day of one company may apply to all companies of the sentence. */
function groupWith(entities: readonly string[], claims: readonly Claim[]): readonly string[] {
  const group = claims.find((other) => other.entities.length > 1)?.entities ?? [];
  return entities.every((ticker) => group.includes(ticker)) ? group : [];
}

function isWorded(metric: MetricId, { plain, mentions }: Sentence, benchmark = ""): boolean {
  const words = METRIC_WORDS[metric] ?? [];
  const holdsOneOf = (some: readonly string[]) => some.some((word) => plain.toLowerCase().includes(word));
  if (words.length > 0 && !holdsOneOf(words)) return false;
  return !MEASURED_AGAINST.includes(metric) || holdsOneOf(BENCHMARK_WORDS) ||
    mentions.some(({ tickers }) => tickers.includes(benchmark));
}

/** A mean over companies may name their sector, or no company if it is about all companies of the answer. */
function isNamedTogether(
  entities: readonly string[],
  { plain, mentions }: Sentence,
  { view, tickers }: Subjects,
): boolean {
  if (mentions.some((mention) => !mention.tickers.includes(view.benchmark ?? ""))) return false;
  const sectors = new Set(entities.map((ticker) => view.companies.find((one) => one.ticker === ticker)?.sector));
  const [sector] = sectors;
  return (sectors.size === 1 && sector !== undefined && plain.toLowerCase().includes(sector.toLowerCase())) ||
    (entities.length === tickers.size && entities.every((one) => tickers.has(one)));
}

/**
 * Finds names without a claim: known companies, and words in capitals that look like a ticker.
 * The benchmark may be named after a word of comparison.
 * @param sentence A sentence; without claims it may name any company of the answer.
 */
export function strangersIn(sentence: Sentence, { view, tickers: subjects }: Subjects): readonly string[] {
  const { claims, mentions, masked, figures, plain } = sentence;
  const known = claims.length > 0 ? new Set(claims.flatMap(({ entities }) => entities)) : subjects;
  const isKnown = ({ tickers, certain, start }: Mention) => {
    if (BENCHMARK_FOLLOWS.test(plain.slice(0, start))) return tickers.includes(view.benchmark ?? "");
    return !certain || tickers.some((ticker) => known.has(ticker));
  };
  const names = mentions.filter((mention) => !isKnown(mention)).map(({ start, end }) => plain.slice(start, end));
  const capitals = [...masked.matchAll(CAPITALS)].filter(({ index, 0: word }) =>
    !ACRONYMS.includes(word) &&
    !figures.some(({ start, end }) => start <= index && index < end)
  );
  return [...names, ...capitals.map(([word]) => word)];
}
