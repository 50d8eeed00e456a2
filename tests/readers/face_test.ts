/** Each line of the primary statements of real reports that is an item, read by a Python program, against what is answered, and verified. */
import { deepEqual, ok } from "../assert.ts";
import { createDesks } from "../../src/agent/desk.ts";
import type { FigureReport } from "../../src/agent/report_schemas.ts";
import { FILED_FIGURES } from "../../src/agent/reading_tools.ts";
import type { DatasetView } from "../../src/data/dataset.ts";
import { itemOf } from "../../src/data/metrics/items.ts";
import { openFolder } from "../../src/data/folder/folder.ts";
import { statementsOf as verifierOf } from "../../src/verify/domains/statements.ts";
import { verifyText } from "../../src/verify/text/verify_text.ts";
import { inFolder } from "../data/in_folder.ts";
import { ROOT } from "../house/module_graph.ts";
import { missingPython, missingShared, PYTHON, sharedPath, testNeeding } from "../needs.ts";
import { type FaceLine, type FaceValue, faceValues } from "./face_items.ts";

const FOLDERS = ["filings_html", "xbrl_instance", "xbrl_instance_more"];
/** Of what is stated at most so much may go without an answer. */
const MOST_SILENT = 0.02;

interface ReadReport {
  readonly file: string;
  readonly lines: readonly FaceLine[];
}

async function readReports(files: readonly string[]): Promise<readonly ReadReport[]> {
  const script = new URL("tests/readers/face_of_reports.py", ROOT).pathname;
  const { success, stdout, stderr } = await new Deno.Command(PYTHON, { args: [script, ...files] }).output();
  ok(success, new TextDecoder().decode(stderr));
  return new TextDecoder().decode(stdout).trim().split("\n").map((line) => JSON.parse(line));
}

/** What lines of an item state: of several in one statement the one that says that it is the total. */
function expectedOf(all: readonly FaceValue[]): readonly FaceValue[] {
  const values = new Set(all.map(({ value }) => value));
  const totals = all.filter(({ label }) => /^total\b/i.test(label));
  return values.size > 1 && totals.length > 0 ? totals : all;
}

/** Whether a figure is that of a line, or is it more exactly, as a note has it. */
function isThat(given: number, { value, decimals }: FaceValue): boolean {
  const half = decimals === null || decimals === "INF" ? 0 : 0.5 * 10 ** -Number(decimals);
  return Math.abs(given - value) <= half;
}

type Outcome = "equal" | "differ" | `silent: ${string}`;

testNeeding(
  missingPython("json") ?? missingShared(...FOLDERS.map((folder) => `sec/${folder}`)),
  "each line of a primary statement that is an item is answered as it stands there, or is one of two in a hundred",
  async () => {
    const files = FOLDERS.flatMap((folder) =>
      [...Deno.readDirSync(sharedPath(`sec/${folder}`))].map(({ name }) => sharedPath(`sec/${folder}/${name}`))
    ).filter((file) => !/8-K/.test(file)).sort();
    const counts = new Map<string, Map<Outcome, number>>();
    const found: string[] = [];
    const others = new Map<string, number>();
    for (const { file, lines } of await readReports(files)) {
      const name = file.split("/").at(-1) ?? "";
      const stated = faceValues(lines);
      for (const tag of stated.others) others.set(tag, (others.get(tag) ?? 0) + 1);
      if (stated.values.size === 0) continue;
      await inFolder({ [name]: await Deno.readFile(file) }, async (folder) => {
        const desk = createDesks(await openFolder(folder))();
        const ticker = desk.view.companies[0]?.ticker ?? "";
        const verifier = verifierOf(desk.view.records(ticker));
        for (const all of stated.values.values()) {
          const [first] = all;
          if (first === undefined) continue;
          const { item, start, end } = first;
          const asked = { ticker, item, periods: [start === null ? end : `${start}/${end}`] };
          const { value } = FILED_FIGURES.run(asked, { desk: () => desk });
          const [given] = value.figures as readonly FigureReport[];
          const second = verifier.stated(item, start === null ? { end } : { start, end });
          const own = given !== undefined && "value" in given ? given.value : undefined;
          const confirmed = typeof second === "object" ? second.value : undefined;
          const lines = expectedOf(all);
          const refused = refusalOf(expectedOf(all)[0] ?? first, ticker, desk.view);
          if (refused !== undefined) found.push(`${name}: differ, refused: ${refused}`);
          const isRight = own !== undefined && own === confirmed && lines.some((line) => isThat(own, line));
          const outcome: Outcome = own === undefined ? `silent: ${lacking(given)}` : isRight ? "equal" : "differ";
          const of = counts.get(item) ?? new Map();
          counts.set(item, of.set(outcome, (of.get(outcome) ?? 0) + 1));
          if (outcome !== "equal") {
            found.push(
              `${name} ${asked.item} ${asked.periods}: ${outcome}, ${own}, ${confirmed}; ${JSON.stringify(lines)}`,
            );
          }
        }
      });
    }
    const total = [...counts.values()].flatMap((of) => [...of.entries()]);
    const sum = (isOf: (outcome: Outcome) => boolean) =>
      total.reduce((all, [outcome, count]) => all + (isOf(outcome) ? count : 0), 0);
    const table = [...counts].map(([item, of]) =>
      `${item} ${[...of].map(([name, count]) => `${name} ${count}`).join(", ")}`
    );
    // deno-lint-ignore no-console -- it prints what was compared
    console.log([...table, ...found, `${sum(() => true)} values, ${others.size} further tags`].join("\n"));
    deepEqual(found.filter((line) => line.includes(": differ")), []);
    ok(sum((outcome) => outcome.startsWith("silent")) <= MOST_SILENT * sum(() => true), found.join("\n"));
  },
);

/** The sentence that gives a line as it stands, if a text with it is refused; half years have no words here. */
function refusalOf({ item, start, end, value }: FaceValue, ticker: string, view: DatasetView): string | undefined {
  const days = start === null ? 0 : (Date.parse(end) - Date.parse(start)) / 86_400_000;
  if (days > 119 && days < 340) return undefined;
  const when = start === null ? `on ${end}` : `in the ${days > 340 ? "year" : "quarter"} to ${end}`;
  const { name, unit } = itemOf(item) ?? { name: "", unit: "" };
  const sign = value < 0 ? "-" : "";
  const millions = Math.abs(value / 1e6).toLocaleString("en-US", { maximumFractionDigits: 3 });
  const amount = unit === "shares"
    ? `${millions} million shares`
    : `${sign}$${unit === "per_share" ? Math.abs(value) : `${millions} million`}`;
  const text = `${ticker}'s ${name} was ${amount} ${when}.`;
  return verifyText(text, view).false > 0 ? text : undefined;
}

function lacking(given: FigureReport | undefined): string {
  return given !== undefined && "lacks" in given ? given.lacks : "nothing";
}
