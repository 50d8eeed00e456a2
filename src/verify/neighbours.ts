import { kindOfSeries } from "../data/choose_series.ts";
import type { Company } from "../data/dataset.ts";
import { HAIR, LEAST_SIZE, type MetricId } from "../data/metrics/metric.ts";
import { correlationBetween } from "./domains/market.ts";
import { peersOf, type Subject } from "./domains/subject.ts";
import { closesUpTo, WINDOWS } from "./domains/windows.ts";
import type { Ground } from "./knowledge.ts";

const LEAST_MEMBERS = 4;

/** The companies that a company stands among. */
interface Circle {
  readonly name: string;
  readonly members: readonly Subject[];
}

/** Every company with a series of the same frequency, basis and last day, by what it is said to be. */
function circlesOf(subject: Subject, ground: Ground): ReadonlyMap<string, readonly Subject[]> {
  const { series } = subject.given;
  const key = `circles ${kindOfSeries(series)}`;
  return ground.once(key, () => {
    const companies = companiesOf(ground);
    const circles = new Map<string, Subject[]>();
    const put = (name: string, member: Subject) => circles.set(name, [...circles.get(name) ?? [], member]);
    for (const member of peersOf(ground.view, series)) {
      const { industry, sector } = companies.get(member.series.ticker) ?? {};
      if (industry !== undefined) put(`industry ${industry}`, member);
      if (sector !== undefined) put(`sector ${sector}`, member);
      put("all", member);
    }
    return circles;
  });
}

function companiesOf(ground: Ground): ReadonlyMap<string, Company> {
  return ground.once("companies", () => new Map(ground.view.companies.map((one) => [one.ticker, one])));
}

/** The circle of a company: its sub-industry, its sector or all, the first with enough members. */
export function circleOf(subject: Subject, ground: Ground): Circle | undefined {
  return ground.onceOf(subject.series, "circle", () => {
    const { industry, sector } = companiesOf(ground).get(subject.series.ticker) ?? {};
    const circles = circlesOf(subject, ground);
    for (const [key, name] of [[`industry ${industry}`, industry], [`sector ${sector}`, sector], ["all", "the data"]]) {
      const members = circles.get(key ?? "") ?? [];
      if (name !== undefined && members.length >= LEAST_MEMBERS) return { name, members };
    }
    return undefined;
  });
}

/** Where a company stands by a metric in its circle. */
export interface Seat {
  readonly size: number;
  readonly above: string | undefined;
  readonly below: string | undefined;
}

/** The seat of a company: those with the metric, from the highest down. */
export function seatOf(metric: MetricId, subject: Subject, ground: Ground): Seat | undefined {
  return ground.onceOf(subject.series, `seat ${metric}`, () => {
    const own = ground.read(metric, subject);
    const circle = circleOf(subject, ground);
    if (typeof own === "string" || circle === undefined) return undefined;
    const values = circle.members.flatMap((member) => {
      const value = ground.read(metric, member);
      return typeof value === "number" ? [{ ticker: member.series.ticker, value }] : [];
    });
    const isSame = (one: number, other: number) =>
      Math.abs(one - other) <= HAIR * Math.max(LEAST_SIZE, Math.abs(other));
    const higher = values.filter(({ value }) => value > own && !isSame(value, own));
    const lower = values.filter(({ value }) => value < own && !isSame(value, own));
    const least = Math.min(...higher.map(({ value }) => value));
    const greatest = Math.max(...lower.map(({ value }) => value));
    return {
      size: values.length,
      above: higher.find(({ value }) => isSame(value, least))?.ticker,
      below: lower.find(({ value }) => isSame(value, greatest))?.ticker,
    };
  });
}

/** The member of a company's circle that moves most like it. */
export function companionOf(
  subject: Subject,
  ground: Ground,
): { readonly ticker: string; readonly correlation: number } | undefined {
  return ground.onceOf(subject.series, "companion", () => {
    const own = subject.series.ticker;
    if (!isWhole(subject)) return undefined;
    const others = (circleOf(subject, ground)?.members ?? []).filter((one) => one.series.ticker !== own && isWhole(one))
      .map((one) => ({ ticker: one.series.ticker, correlation: correlationOf(subject, one) }))
      .filter(({ correlation }) => Number.isFinite(correlation));
    const best = others.reduce((greatest, { correlation }) => Math.max(greatest, correlation), -Infinity);
    return others.find(({ correlation }) => correlation >= best - HAIR);
  });
}

function correlationOf({ series }: Subject, other: Subject): number {
  const { most, least } = WINDOWS[series.frequency].beta;
  return correlationBetween(series, other.series, { most, least }) ?? NaN;
}

/** Whether the bars of the window can carry a correlation. */
function isWhole({ series }: Subject): boolean {
  const { most, least } = WINDOWS[series.frequency].beta;
  const last = series.days.length - 1;
  return typeof closesUpTo(series, last, Math.max(least, Math.min(most, last)) + 1) !== "string";
}
