/** Each item that a report states, asked by item and period on the day it was filed, against a Python program that reads the report. */
import { deepEqual, ok } from "../assert.ts";
import { createDesks } from "../../src/agent/desk.ts";
import type { FigureReport } from "../../src/agent/report_schemas.ts";
import { FILED_FIGURES } from "../../src/agent/reading_tools.ts";
import { dayNumber, dayText } from "../../src/calendar/day.ts";
import { type ItemId, itemOf } from "../../src/data/metrics/items.ts";
import { openFolder } from "../../src/data/folder/folder.ts";
import { inFolder } from "../data/in_folder.ts";
import { ROOT } from "../house/module_graph.ts";
import { SEED } from "../lanes.ts";
import { missingPython, missingShared, PYTHON, sharedPath, testNeeding } from "../needs.ts";
import { sweep } from "../sweeps.ts";
import { type FaceLine, type FaceValue, faceValues } from "./face_items.ts";

const DOCUMENTS = ["sec/filings_html", "sec/xbrl_instance", "sec/xbrl_instance_more"];
const COMPANYFACTS = ["sec/companyfacts", "sample2025/facts"];
/** Of what is stated so much must be right. */
const RIGHT = 0.99;
const QUARTER = 365.25 / 4;

interface ReadReport {
  readonly file: string;
  readonly form?: string | null;
  /** Absent of a document, which does not say when it was filed. */
  readonly filed?: string;
  readonly accession?: string;
  readonly lines: readonly FaceLine[];
}

/** A figure that is asked for, and the values that the report states of it. */
interface Question {
  readonly item: ItemId;
  readonly token: string;
  readonly values: readonly FaceValue[];
}

async function readReports(script: string, files: readonly string[]): Promise<readonly ReadReport[]> {
  const path = new URL(`tests/readers/${script}`, ROOT).pathname;
  const { success, stdout, stderr } = await new Deno.Command(PYTHON, { args: [path, ...files] }).output();
  ok(success, new TextDecoder().decode(stderr));
  return new TextDecoder().decode(stdout).trim().split("\n").map((line) => JSON.parse(line));
}

const filesIn = (folders: readonly string[]) =>
  folders.flatMap((folder) =>
    [...Deno.readDirSync(sharedPath(folder))].map(({ name }) => sharedPath(`${folder}/${name}`))
  ).filter((file) => !/8-K/.test(file)).sort();

const lengthOf = ({ start, end }: Pick<FaceLine, "start" | "end">): number =>
  start === null ? 0 : dayNumber(end) - dayNumber(start) + 1;
const isYear = (days: number) => days >= 340 && days <= 380;

/** The last days of fiscal years: of annual reports the newest year; without one, the day before the year so far. */
function yearEndsOf(reports: readonly ReadReport[]): readonly string[] {
  const isCash = ({ tag }: FaceLine) => /NetCashProvidedByUsedInOperatingActivities/.test(tag);
  const annual = reports.filter(({ form }) => !/10-Q/.test(form ?? ""))
    .flatMap(({ lines }) => newestOf(lines.filter((line) => isYear(lengthOf(line))))?.end ?? []);
  const partly = reports.flatMap(({ lines }) => {
    const stretches = lines.filter((line) => isCash(line) && lengthOf(line) >= 80 && lengthOf(line) < 340);
    return stretches.map(({ start }) => dayText(dayNumber(start ?? "") - 1)).sort()[0] ?? [];
  });
  return annual.length > 0 ? annual : partly;
}

function newestOf(lines: readonly FaceLine[]): FaceLine | undefined {
  return lines.reduce<FaceLine | undefined>((newest, one) => newest && newest.end >= one.end ? newest : one, undefined);
}

/** The number of the fiscal year of a day, and which of its quarters ends with it. */
function placeOf(end: string, yearEnds: readonly string[]): { readonly year: number; readonly quarter: number } {
  const far = (day: string) => Math.abs(dayNumber(end) - dayNumber(day));
  const nearest = yearEnds.toSorted((one, other) => far(one) - far(other))[0] ?? end;
  const quarters = Math.round((dayNumber(end) - dayNumber(nearest)) / QUARTER);
  const years = Math.ceil(quarters / 4);
  const number = Number(dayText(dayNumber(nearest) - 7).slice(0, 4)) + years;
  return { year: number, quarter: quarters - 4 * (years - 1) };
}

/** The token by which a period is asked for; `undefined` of a stretch that is no period of reports. */
function tokenOf(
  { item, start, end }: FaceValue,
  { own, yearEnds, isAnnual }: {
    readonly own: string;
    readonly yearEnds: readonly string[];
    readonly isAnnual: boolean;
  },
): string | undefined {
  const { year, quarter } = placeOf(end, yearEnds);
  if (itemOf(item)?.kind === "balance") return end === own ? "END" : yearEnds.includes(end) ? `ON${end}` : end;
  const days = lengthOf({ start, end });
  // a statement of cash flows is of the year so far: what has a quarter of it stands in a note, and is a part
  if (itemOf(item)?.face === "cash" && !isAnnual && Math.round(days / QUARTER) !== quarter) return undefined;
  if (isYear(days)) return isAnnual || quarter === 4 ? `FY${year}` : end === own ? "TTM" : undefined;
  if (days >= 80 && days <= 119) return `FY${year}Q${quarter}`;
  const months = Math.round(days / QUARTER) * 3;
  return months < 12 && months === 3 * quarter ? `FY${year}M${months}` : undefined;
}

const UNITS: Readonly<Record<string, RegExp>> = { per_share: /^[A-Z]{3}\/shares$/, shares: /^shares$/ };

const ownEndOf = ({ lines }: ReadReport): string => newestOf(lines.filter((line) => lengthOf(line) >= 80))?.end ?? "";

/** @param known Reports filed by that day: the newest end is that of any of them. */
function questionsOf(
  report: ReadReport,
  yearEnds: readonly string[],
  known: readonly ReadReport[] = [],
): readonly Question[] {
  const end = ownEndOf(report);
  const own = known.some((one) => ownEndOf(one) > end) ? "" : end;
  const isAnnual = !/10-Q/.test(report.form ?? "");
  return [...faceValues(report.lines).values.values()].flatMap((all) => {
    const [first] = all;
    const unit = UNITS[itemOf(first?.item ?? "")?.unit ?? ""] ?? /^[A-Z]{3}$/;
    const values = all.filter((one) => unit.test(one.unit ?? ""));
    const token = first && tokenOf(first, { own, yearEnds, isAnnual });
    return first === undefined || token === undefined || values.length === 0
      ? []
      : [{ item: first.item, token, values }];
  });
}

/** Whether a figure is that of a line, or is it more exactly, as a note has it. */
function isThat(given: number, { value, decimals }: FaceValue): boolean {
  const half = decimals === null || decimals === "INF" ? 0 : 0.5 * 10 ** -Number(decimals);
  return Math.abs(given - value) <= half;
}

type Desk = ReturnType<ReturnType<typeof createDesks>>;
type Outcome = "right" | "wrong" | "early" | `silent: ${string}`;

function outcomeOf({ item, token, values }: Question, desk: Desk, ticker: string): Outcome {
  const { value } = FILED_FIGURES.run({ ticker, item, periods: [token] }, { desk: () => desk });
  const [given] = value.figures as readonly FigureReport[];
  if (given === undefined || "lacks" in given) return `silent: ${given?.lacks ?? "nothing"}`;
  if (given.facts.some(({ filed }) => filed > desk.view.asOf)) return "early";
  return values.some((one) => isThat(given.value, one)) ? "right" : "wrong";
}

/** By file and item, how often a report's line is another thing than the item, or an older one, and why. */
const EXPLAINED: Readonly<Record<string, readonly [count: number, why: string]>> = {
  "AAPL_CIK0000320193 dividends_paid": [3, "dividends on common stock, beside all dividends"],
  "AXP revenue": [1, "fees from contracts, in revenues net of interest"],
  "GOOGL_CIK0001652044 long_term_debt": [2, "with leases, beside long-term debt alone"],
  "JPM revenue": [5, "restated under the name of a stand-in alone, which restates nothing: the older figure is given"],
  "TSLA_CIK0001318605 depreciation": [2, "of property alone, in a note"],
};

/** Counts by outcome, and what is not right, by what it is of. */
class Tally {
  readonly counts = new Map<Outcome, number>();
  readonly silent: string[] = [];
  readonly wrong: string[] = [];
  /** How many are withheld because the report itself states two values under tags of the item. */
  #withheld = 0;

  add(name: string, question: Question, outcome: Outcome): void {
    this.counts.set(outcome, (this.counts.get(outcome) ?? 0) + 1);
    if (outcome === "right") return;
    if (outcome === "silent: conflict" && new Set(question.values.map(({ value }) => value)).size > 1) this.#withheld++;
    const values = question.values.map(({ tag, value }) => `${tag} ${value}`).join(", ");
    const line = `${outcome}: ${name} ${question.item} ${question.token}: ${values}`;
    (outcome === "wrong" || outcome === "early" ? this.wrong : this.silent).push(line);
  }

  /** @param files Names of files without their endings, of which all is explained that the table says. */
  check(files: readonly string[] = []): void {
    // deno-lint-ignore no-console -- it prints what was compared
    console.log([...this.counts].map((one) => one.join(" ")).join(", "), [...this.wrong, ...this.silent].join("\n"));
    const nameOf = (line: string) => /^wrong: (\w+)\S* \S+ (\w+)/.exec(line)?.slice(1).join(" ") ?? line;
    const found = [...Map.groupBy(this.wrong, nameOf)].map(([name, lines]) => `${name} ${lines.length}`);
    const wanted = Object.entries(EXPLAINED).filter(([name]) => files.includes(name.split(" ")[0] ?? ""));
    deepEqual(found.sort(), wanted.map(([name, [count]]) => `${name} ${count}`).sort(), this.wrong.join("\n"));
    const all = [...this.counts.values()].reduce((sum, count) => sum + count, 0);
    const right = (this.counts.get("right") ?? 0) + this.#withheld;
    ok(right >= RIGHT * all, `${right} of ${all}`);
  }
}

testNeeding(
  missingPython("json") ?? missingShared(...DOCUMENTS),
  "asked by item and period, each line of a report's statements is given as it stands there, when it alone is known",
  async () => {
    const tally = new Tally();
    for (const report of await readReports("face_of_reports.py", filesIn(DOCUMENTS))) {
      const questions = questionsOf(report, yearEndsOf([report]));
      const name = report.file.split("/").at(-1) ?? "";
      if (questions.length === 0) continue;
      await inFolder({ [name]: await Deno.readFile(report.file) }, async (folder) => {
        const desk = createDesks(await openFolder(folder))();
        const ticker = desk.view.companies[0]?.ticker ?? "";
        for (const question of questions) tally.add(name, question, outcomeOf(question, desk, ticker));
      });
    }
    tally.check();
  },
);

testNeeding(
  missingPython("json") ?? missingShared(...COMPANYFACTS),
  "asked on the day a report is filed, each item that it states is given as it has it, and on the day before nothing of it",
  async () => {
    const tally = new Tally();
    let count = 0;
    const files = sweep("readers/asked_by_token", filesIn(COMPANYFACTS), 3000);
    for (const file of files) {
      const reports = await readReports("reports_of_companyfacts.py", [file]);
      const yearEnds = yearEndsOf(reports);
      count += reports.length;
      const name = file.split("/").at(-1) ?? "";
      await inFolder({ [name]: await Deno.readFile(file) }, async (folder) => {
        const desks = createDesks(await openFolder(folder));
        for (const [at, report] of reports.entries()) {
          const { filed = "", accession = "" } = report;
          const desk = desks(filed);
          const eve = at === 0 ? undefined : desks(dayText(dayNumber(filed) - 1)); // the data begin with the first
          const ticker = desk.view.companies[0]?.ticker ?? "";
          for (
            const question of questionsOf(
              report,
              yearEnds,
              reports.filter((one) => one.filed !== undefined && one.filed <= filed),
            )
          ) {
            tally.add(`${name} ${accession}`, question, outcomeOf(question, desk, ticker));
            if (eve !== undefined && outcomeOf(question, eve, ticker) === "early") {
              tally.add(`${name} ${accession}, the day before`, question, "early");
            }
          }
        }
      });
    }
    // deno-lint-ignore no-console -- which files, for the reader
    console.log(`seed ${SEED}: ${count} reports in ${files.length} files`);
    tally.check(files.map((file) => file.split("/").at(-1)?.split(".")[0] ?? ""));
  },
);
