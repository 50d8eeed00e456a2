import { daySpan, longDay } from "../calendar/day.ts";
import type { CalibrationCard, CardPart } from "../data/calibration_card.ts";
import { counted } from "../text/counted.ts";

/** Fewer independent dates show nothing. */
const FEW_DATES = 20;

/** What a card says, as lines for a person. */
export function calibrationLines({ id, daily, monthly }: CalibrationCard): string[] {
  return [
    `Card ${id}.`,
    ...daily ? ["", "Daily prices", ...partLines(daily)] : [],
    ...monthly ? ["", "Monthly prices", ...partLines(monthly)] : [],
    "",
  ];
}

function partLines({ sample, maps, judged }: CardPart): string[] {
  const first = maps[0];
  const last = maps.at(-1);
  return [
    `  ${sample.cases} cases of ${counted(sample.names, "name")}, ${daySpan(sample.first, sample.last)}` +
    `${sample.jumps > 0 ? `; ${sample.jumps} left out for an unexplained move` : ""}.`,
    `  ${counted(maps.length, "map")}, used from ${longDay(first?.from)} on; the last: level ${
      last?.level.toFixed(2)
    }, slope ${last?.slope.toFixed(2)}, fitted on ${last?.cases} outcomes.`,
    ...judgedLines(judged),
  ].map((line) => line.trimEnd());
}

function judgedLines({ dates, tenths, ...all }: CardPart["judged"]): string[] {
  if (dates.length === 0) return ["  No outcome follows the first map yet: nothing is judged."];
  const few = all.independent_dates < FEW_DATES ? ", too few to tell skill from luck" : "";
  return [
    `  Judged on ${counted(all.independent_dates, "independent date")}${few}: skill against the frequency known ${
      percent(all.skill, 1)
    } (built-in map ${percent(all.built_in, 1)}), said ${percent(all.said, 1)}, happened ${
      percent(all.happened, 1)
    }, AUC ${all.area_under_curve?.toFixed(2) ?? "-"}.`,
    "  date         cases   said  happened  known   skill  AUC",
    ...dates.map((one) =>
      `  ${one.date} ${String(one.cases).padStart(7)} ${percent(one.said).padStart(6)} ${
        percent(one.happened).padStart(9)
      } ${percent(one.known).padStart(6)} ${percent(one.skill).padStart(7)}  ${one.area_under_curve?.toFixed(2) ?? "-"}`
    ),
    "  by chance    cases   said  happened (95% interval, as if cases were independent)",
    ...tenths.map((one, at) =>
      `  ${String(at + 1).padEnd(10)} ${String(one.cases).padStart(7)} ${percent(one.said).padStart(6)} ${
        percent(one.happened).padStart(9)
      } (${percent(one.low)} to ${percent(one.high)})`
    ),
  ];
}

function percent(share: number | undefined, decimals = 0): string {
  return share === undefined ? "-" : `${(share * 100).toFixed(decimals)}%`;
}
