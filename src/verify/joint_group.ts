import { LEAST_OF_SECTOR } from "../data/metrics/joint.ts";
import { HAIR } from "../data/metrics/metric.ts";
import { peerValues } from "./compare.ts";
import { peersOf } from "./domains/subject.ts";
import type { Held } from "./joint_members.ts";
import type { Ground } from "./knowledge.ts";

/** Medians of the chance of a fall: of the names held, of all companies like the first, and by sector. */
export function ofGroup(held: readonly Held[], ground: Ground): Readonly<Record<string, number>> {
  const [first] = held;
  if (first === undefined) return {};
  const { series } = first.subject;
  const chanceOf = (subject: Held["subject"]) => {
    const value = ground.read(CHANCE, subject);
    return typeof value === "number" ? [value] : [];
  };
  const own = Float64Array.from(held.flatMap(({ subject }) => chanceOf(subject))).sort();
  const all = peerValues(CHANCE, series, { ground });
  const isIn = new Set(ground.companies);
  const outside = peersOf(ground.view, series).filter((one) =>
    chanceOf(one).length > 0 && !isIn.has(one.series.ticker)
  );
  const names = [...new Set(ground.view.companies.flatMap(({ sector }) => sector ?? []))];
  const sectors = names.map((sector) => ({ sector, values: peerValues(CHANCE, series, { ground, sector }) }))
    .filter(({ values }) => values.length >= LEAST_OF_SECTOR)
    .map(({ sector, values }) => ({ sector, middle: middleOf(values) }));
  const ofAnswer = new Set(ground.subjects().map(({ company }) => company?.sector));
  const sector = sectors.find((one) => ofAnswer.size === 1 && ofAnswer.has(one.sector));
  const isWhole = outside.every(({ company }) => company?.sector !== sector?.sector);
  return {
    group_chance: middleOf(own),
    ...(outside.length > 0 && { all_chance: middleOf(all) }),
    ...(sectors.length > 1 && { sectors: sectors.length }),
    ...(sectors.length > 1 && sector && isWhole && {
      sector_rank: sectors.filter(({ middle }) => middle - sector.middle > HAIR).length + 1,
      sectors_below: sectors.filter(({ middle }) => sector.middle - middle > HAIR).length,
    }),
  };
}

const CHANCE = "drawdown_probability";

/** The middle of sorted values, or the mean of the two in the middle. */
function middleOf(sorted: Float64Array): number {
  const half = sorted.length >> 1;
  const upper = sorted[half] ?? NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[half - 1] ?? NaN) + upper) / 2;
}
