import { daySpan, longDay } from "../calendar/day.ts";
import { type Calibration, makeCard } from "../calibrate/make_card.ts";
import { LEAST } from "../calibrate/walk_forward.ts";
import { type CalibrationCard, CARD_FILE, type CardPart } from "../data/calibration_card.ts";
import { INDEX_FOLDER } from "../data/index/index_schema.ts";
import { makeFolder } from "../disk/folder.ts";
import { writeAside } from "../disk/write_aside.ts";
import { InputError } from "../protocol/errors.ts";
import { openPriceData } from "../setup/score_prices.ts";
import { counted } from "../text/counted.ts";
import { dataNotice } from "../view/freshness.ts";
import { type CommandHost, defineCommand, type Place } from "./command.ts";
import { showReading } from "./data_lines.ts";
import type { CommandPage, FlagsOf, FlagTable, Given } from "./flags.ts";
import { shortPath } from "./named_runs.ts";
import { dirname, join, resolve } from "node:path";

const FLAGS = {
  "data": { value: "DIR", help: "folder of price files (CONVICTION_DATA)" },
  "out": { value: "FILE", help: `where the card goes (DIR/${INDEX_FOLDER}/${CARD_FILE}, which the service uses)` },
} as const satisfies FlagTable;

/** The page of `calibrate`. */
export const CALIBRATE = {
  does: "Fits drawdown risk to what happened in your own prices, and shows how it would have done.",
  usage: ["calibrate --data DIR [--out FILE]"],
  flags: FLAGS,
  notes: [
    "Each quarter is judged by a map fitted on outcomes that were complete before it. The embedded service uses the card",
    "of its folder from the first day of its maps on; remove the file to go back to the built-in map.",
    "Exit status: 0 a card is written, whatever its figures say; 2 wrong usage, no prices, or too few outcomes.",
  ],
} as const satisfies CommandPage;

type CalibrateFlags = FlagsOf<typeof FLAGS> & Given;

/** Fits a map of the chance of a fall on a folder of prices and leaves its card. */
export const calibrateCommand = defineCommand(CALIBRATE, calibrate);

async function calibrate({ data, out, words }: CalibrateFlags, { host, terminal }: Place<CommandHost>): Promise<void> {
  const [word] = words;
  if (word !== undefined) {
    throw new InputError(`Cannot calibrate ${word}: it takes no arguments; --data names the folder`);
  }
  const named = data ?? (host.env("CONVICTION_DATA") || undefined);
  if (named === undefined) throw new InputError("Cannot calibrate: no folder of prices is named; give --data DIR");
  const folder = resolve(host.folder, named);
  const dataset = await openPriceData({ data: folder, ...showReading(terminal) });
  const card = cardOf(await makeCard(dataset), shortPath(host.folder, folder));
  const file = out === undefined ? join(folder, INDEX_FOLDER, CARD_FILE) : resolve(host.folder, out);
  makeFolder(dirname(file));
  await writeAside(file, `${JSON.stringify(card, undefined, 2)}\n`);
  const isUsed = file === join(folder, INDEX_FOLDER, CARD_FILE);
  terminal.print(
    dataNotice(dataset),
    ...calibrationLines(card),
    `Wrote ${shortPath(host.folder, file)}${
      isUsed ? "; answers from this folder use it from now on." : "; answers do not use a card there."
    }`,
  );
}

/** @throws {InputError} when no frequency has enough outcomes. */
function cardOf(calibration: Calibration, folder: string): CalibrationCard {
  if ("card" in calibration) return calibration.card;
  const lacks = Object.entries(calibration.lacks).map(([frequency, { dates, falls, others }]) =>
    `its ${frequency} prices have ${counted(dates, "date")} that ${dates === 1 ? "does" : "do"} not overlap, with ` +
    `${counted(falls, "fall")} and ${others} without one`
  );
  const found = lacks.length > 0 ? lacks.join("; ") : "no company has a year of prices and an outcome after it";
  throw new InputError(
    `Cannot calibrate on ${folder}: ${found}. A map needs ${LEAST.dates} such dates, and ${LEAST.ofEither} of each; ` +
      "the built-in map stays",
  );
}

/** Fewer independent dates show nothing. */
const FEW_DATES = 20;

/** What a card says, as lines for a person. */
function calibrationLines({ id, daily, monthly }: CalibrationCard): string[] {
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
