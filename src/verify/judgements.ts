import { dayNumber } from "../calendar/day.ts";
import { isBare } from "../data/choose_series.ts";
import type { About, DaySpan } from "../data/about.ts";
import { definitionOf } from "../data/vocabulary.ts";
import { lacksMetric } from "../data/metrics/judgements.ts";
import { type Cause, CAUSES, HAIR, LEAST_SIZE, type MetricId } from "../data/metrics/metric.ts";
import type { BandId } from "../data/metrics/bands.ts";
import { bandOf } from "./band.ts";
import { compare, type Comparison } from "./compare.ts";
import { spanMetric, stretchOf } from "./domains/span.ts";
import { type Desk, deskOf, filingDayOf, rolesOf, wayOf } from "./domains/trades.ts";
import type { Subject } from "./domains/subject.ts";
import { comparedValue, domainScore, figureOf, isCompared, measureScore, placesBy } from "./figures.ts";
import { shownFigure } from "./shown.ts";
import type { Ground } from "./knowledge.ts";

const THIN_BARS = 36;

/** Whom and what a judgement is about. */
interface Case {
  readonly subjects: readonly Subject[];
  readonly about: About | undefined;
  /** The metric that it is about, where it is one. */
  readonly of: MetricId | undefined;
  readonly ground: Ground;
}

type Judge = (one: Case) => string | undefined;

/** The word for a figure, where there is one. */
function banded(id: BandId, value: unknown): string | undefined {
  return typeof value === "number" ? bandOf(id, value) : undefined;
}

/** A judgement about one company. */
function ofOne(judge: (only: Subject, one: Case) => string | undefined): Judge {
  return (one) => {
    const [only, ...others] = one.subjects;
    return only && others.length === 0 ? judge(only, one) : undefined;
  };
}

/** One company's comparison of a measure. */
function compared(judge: (place: Comparison) => string | undefined): Judge {
  const found = placed(judge);
  return (one) => one.of && isCompared(one.of, one.ground) ? found(one) : undefined;
}

/** The side of one company's measure that has a score. */
/** Where any measure of one company stands, with a sign or without. */
function placed(judge: (place: Comparison) => string | undefined): Judge {
  return ofOne((only, { of, ground }) => {
    const place = of && ground.knowledge.vocabulary.measures.has(of) ? compare(of, only, ground) : undefined;
    return typeof place === "object" ? judge(place) : undefined;
  });
}

const pull = ofOne((only, { of, ground }) => {
  const domain = ground.knowledge.vocabulary.domains.find(({ score }) => score === of);
  return banded("pull", domain && domainScore(domain, only, ground));
});

/** The sides on which the scored measures are. */
function sidesOf({ subjects, ground }: Pick<Case, "subjects" | "ground">): ReadonlySet<string> {
  const measures = [...ground.knowledge.vocabulary.measures.keys()];
  return new Set(
    subjects.flatMap((subject) => measures.map((metric) => bandOf("side", measureScore(metric, subject, ground) ?? 0))),
  );
}

const unargued: Judge = (context) => {
  const sides = sidesOf(context);
  if (!sides.has("for")) return sides.has("against") ? "for" : "both";
  return sides.has("against") ? undefined : "against";
};

const unled: Judge = ({ subjects, ground }) => {
  const score = figureOf({ metric: "score" }, subjects, ground);
  if (typeof score !== "number") return undefined;
  const way = bandOf("direction", score) === "below" ? "against" : "for";
  if (sidesOf({ subjects, ground }).has(way)) return undefined;
  return way === "for" ? "up" : "down";
};

/** Compares with every other company of the answer. */
const extreme: Judge = ({ subjects, about: of, ground }) => {
  const own = subjects.map((subject) => comparedValue(of, subject, ground));
  if (own.length === 0 || own.some((value) => value === undefined)) return undefined;
  const values = own.filter((value) => value !== undefined);
  const these = new Set(subjects.map(({ series }) => series.ticker));
  const rest = ground.companies.filter((ticker) => !these.has(ticker)).flatMap((ticker) => {
    const subject = ground.subject(ticker);
    return (subject && comparedValue(of, subject, ground)) ?? [];
  });
  if (!rest.some((value) => values.some((one) => exceeds(value, one)))) return "highest";
  return rest.some((value) => values.some((one) => exceeds(one, value))) ? undefined : "lowest";
};

const order: Judge = ({ subjects, about: of, ground }) => {
  const values = subjects.map((subject) => comparedValue(of, subject, ground) ?? NaN);
  if (values.some((value) => Number.isNaN(value))) return undefined;
  const steps = values.slice(1).map((value, at) => [values[at] ?? NaN, value] as const);
  if (!steps.some(([before, after]) => exceeds(after, before))) return "descending";
  return steps.some(([before, after]) => exceeds(before, after)) ? undefined : "ascending";
};

const even: Judge = ({ subjects, about, of, ground }) => {
  const values = subjects.flatMap((subject) => comparedValue(about, subject, ground) ?? []);
  if (values.length < Math.max(2, subjects.length)) return undefined;
  if (!values.some((one) => values.some((other) => exceeds(one, other)))) return "yes";
  const metric = about?.kind === "span" ? "span_return" : of;
  const definition = metric && definitionOf(metric, ground.knowledge.vocabulary);
  if (metric === undefined || !definition) return undefined;
  const texts = subjects.map(({ series: { currency } }, at) =>
    shownFigure(definition, values[at] ?? NaN, { metric, currency })
  );
  return texts.every((text) => text === texts[0]) ? "near" : undefined;
};

/** How far the measure of one company is beyond a limit, and whether both are shown alike. */
function againstLimit({ subjects: [only, ...others], about: limit, ground }: Case) {
  if (limit?.kind !== "limit" || only === undefined || others.length > 0) return undefined;
  const { metric, side, value: bound } = limit;
  const definition = definitionOf(metric, ground.knowledge.vocabulary);
  const value = figureOf({ metric }, [only], ground);
  if (typeof value !== "number" || definition === undefined) return undefined;
  const shown = (one: number) => shownFigure(definition, one, { metric, currency: only.series.currency });
  const size = exceeds(value, bound) ? 1 : exceeds(bound, value) ? -1 : 0;
  return { side, size, isAlike: shown(value) === shown(bound) };
}

const holds: Judge = (one) => {
  const found = againstLimit(one);
  if (found === undefined) return undefined;
  const accepted = { above: [1], at_least: [0, 1], below: [-1], at_most: [-1, 0] }[found.side];
  return accepted.includes(found.size) ? "yes" : "no";
};

const beyond: Judge = (one) => {
  const found = againstLimit(one);
  if (found === undefined || found.size === 0) return found && "at";
  const way = found.size > 0 ? "above" : "below";
  return found.isAlike ? `hardly_${way}` : way;
};

/** By more than the last digits of figures differ. */
function exceeds(one: number, other: number): boolean {
  return one > other && Math.abs(one - other) > HAIR * Math.max(Math.abs(one), LEAST_SIZE);
}

const alike: Judge = ({ of, ground }) => {
  const subjects = ground.subjects();
  const barred = subjects.filter(({ series }) => !isBare(series));
  if (barred.some(({ series }) => series.frequency !== barred[0]?.series.frequency)) return "bars";
  const signed = [...ground.knowledge.vocabulary.measures.values()].filter(({ sign }) => sign !== undefined);
  const isMixed = signed.some(({ metric }) => {
    const kinds = subjects.map((subject) => compare(metric, subject, ground))
      .filter((place) => typeof place !== "string").map(({ among }) => among);
    return kinds.includes("peers") && kinds.includes("months");
  });
  return of === "score" && isMixed ? "places" : "yes";
};

const complete: Judge = ({ subjects, about: of, ground }) => {
  const these = new Set(subjects.map(({ series }) => series.ticker));
  const left = ground.companies.find((ticker) => {
    const subject = these.has(ticker) ? undefined : ground.subject(ticker);
    return subject !== undefined && comparedValue(of, subject, ground) !== undefined;
  });
  return left === undefined ? "yes" : "no";
};

/** Why a metric is missing, or why it has no score though it has a sign. */
function lackOf(metric: MetricId, subject: Subject, ground: Ground): Cause | undefined {
  return ground.onceOf(subject.series, `lack ${metric}`, () => {
    const value = ground.read(metric, subject);
    if (typeof value === "string") return value;
    const sign = ground.knowledge.vocabulary.measures.get(metric)?.sign;
    const comparison = sign === undefined ? undefined : compare(metric, subject, ground);
    return typeof comparison === "string" ? comparison : undefined;
  });
}

const lack: Judge = ({ subjects, of, ground }) => {
  const [cause, ...others] = new Set(subjects.map((subject) => of && lackOf(of, subject, ground)));
  return others.length === 0 ? cause : undefined;
};

function lacks(cause: Cause): Judge {
  return ({ subjects, of, ground }) =>
    subjects.some((subject) => of && lackOf(of, subject, ground) === cause) ? "yes" : undefined;
}

const shortHistory = ofOne((only, { ground }) => {
  const { frequency, days } = only.series;
  const rests = typeof ground.read("volatility", only) === "number";
  return rests && frequency === "monthly" && days.length <= THIN_BARS ? "yes" : "no";
});

const mixed = ofOne((only) => {
  const own = only.series.basis;
  const market = only.benchmark?.basis;
  if (market === undefined || market === own) return "none";
  return own === "price" ? "index" : "stock";
});

/** A judgement about a span of one company: of its closes, or of why there are none. */
function ofSpan(
  judge: (stretch: ReturnType<typeof stretchOf>, one: { subject: Subject; span: DaySpan }) => string | undefined,
): Judge {
  return ofOne((subject, { about: span }) =>
    span?.kind === "span" ? judge(stretchOf(subject, span), { subject, span }) : undefined
  );
}

const spanBeat = ofSpan((_, { subject, span }) => {
  const excess = (spanMetric("span_return", subject, span) ?? NaN) - (spanMetric("span_market", subject, span) ?? NaN);
  return Number.isNaN(excess) ? undefined : bandOf("span_beat", excess);
});

const spanTexts: Judge = ({ subjects, about, ground: { view } }) => {
  if (about?.kind !== "span") return undefined;
  const days = subjects.flatMap(({ series }) => view.texts(series.ticker).documents.map(({ day }) => dayNumber(day)));
  return days.filter((day) => day >= about.from && day <= about.to).length === 0 ? "none" : "some";
};

/** A word about the trades of one company's insiders. */
function ofInsiders(word: (desk: Desk) => string): Judge {
  return ofOne((only) => {
    const desk = deskOf(only, only.series.close.length - 1);
    return typeof desk === "string" ? undefined : word(desk);
  });
}

const third: Judge = ({ subjects, about: of, ground }) => {
  if (of?.kind !== "criteria") return undefined;
  const count = of.criteria.length;
  const inside = subjects.filter((subject) =>
    placesBy(of, subject, ground).filter((one) => one + HAIR >= 2 / 3).length === count
  );
  return inside.length === subjects.length ? "all" : inside.length === 0 ? "none" : undefined;
};

const JUDGES: Readonly<Record<string, Judge>> = {
  third,
  signal: ({ subjects, ground }) =>
    banded("signal", figureOf({ metric: "probability" }, subjects, ground)) ?? "no_view",
  side: ofOne((only, { of, ground }) => banded("side", of && measureScore(of, only, ground))),
  level: compared(({ percentile }) => bandOf("level", percentile)),
  degree: compared(({ among, percentile }) => bandOf(among === "peers" ? "level" : "degree", percentile)),
  half: compared(({ percentile }) => bandOf("half", percentile)),
  fifth: placed(({ percentile }) => bandOf("fifth", percentile)),
  position: placed(({ among, percentile }) => among === "peers" ? undefined : bandOf("position", percentile)),
  within: placed(({ among, sector }) => among === "peers" ? sector === undefined ? "all" : "sector" : among),
  shelf: ({ of, ground: { knowledge: { vocabulary: { metrics } } } }) => {
    const definition = of && Object.hasOwn(metrics, of) ? metrics[of] : undefined;
    return definition && (definition.shelf ?? "prices");
  },
  zone: ofOne((only, { ground }) => banded("zone", ground.read("z_score", only))),
  direction: ({ subjects, of, ground }) => banded("direction", of && figureOf({ metric: of }, subjects, ground)),
  pull,
  unargued,
  unled,
  extreme,
  order,
  insider_way: ofInsiders(wayOf),
  insider_roles: ofInsiders(rolesOf),
  filing_day: ofInsiders(filingDayOf),
  span_beat: spanBeat,
  span_texts: spanTexts,
  span_way: ofSpan((_, { subject, span }) => banded("span_way", spanMetric("span_return", subject, span))),
  span_none: ofSpan((stretch) => typeof stretch === "string" ? stretch : undefined),
  span_cover: ofSpan((stretch) => typeof stretch === "string" ? undefined : stretch.cover),
  even,
  holds,
  beyond,
  complete,
  alike,
  lack,
  short_history: shortHistory,
  frequency: ({ subjects }) => {
    if (subjects.some(({ series }) => isBare(series))) return "none";
    return subjects.some(({ series }) => series.frequency === "monthly") ? "monthly" : "daily";
  },
  basis: ofOne(({ series }) => series.basis),
  mixed,
  ended: ofOne(({ series, isOld }, { ground: { view } }) => {
    if (isBare(series)) return view.prices(series.ticker).length === 0 ? "no" : "outlived";
    return isOld ? "yes" : "no";
  }),
  benchmark: ({ ground }) => ground.view.benchmark === undefined ? "none" : "given",
  ...Object.fromEntries(CAUSES.map((cause) => [lacksMetric(cause), lacks(cause)])),
};

/**
 * Makes a judgement again, from the verifier's own figures.
 * @param metric Its id.
 * @param one Whom and what it is about.
 * @returns `undefined` where it cannot be made.
 */
export function judgement(
  metric: MetricId,
  { about, ...one }: Omit<Case, "of" | "about"> & { readonly about?: About | undefined },
): string | undefined {
  const of = about?.kind === "metric" ? about.metric : undefined;
  return one.subjects.length === 0 ? undefined : JUDGES[metric]?.({ ...one, about, of });
}
