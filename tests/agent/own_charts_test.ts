import { longDay } from "../../src/calendar/day.ts";
/** Charts of columns of a caller's own tables. */
import { deepEqual, equal, match, ok } from "../assert.ts";
import type { AgentPorts, OwnChartRequest, Question } from "../../src/agent/ports.ts";
import type { Dataset } from "../../src/data/dataset.ts";
import { createDrawing } from "../../src/chart/drawing.ts";
import { lineChartSpec, type LinePoint } from "../../src/chart/line_chart.ts";
import { drawSpec } from "../../src/chart/render.ts";
import { chartPorts } from "../../src/setup/outside_ports.ts";
import { ask, ports, thesisOf } from "./ask.ts";
import { LAST_OWN_DAY, MORE, ownColumn, ownWorld, SCORED } from "./own_world.ts";
import { sweep } from "../sweeps.ts";

const world = ownWorld(SCORED);

/** The charts of own columns that a question asks for, and how its answer ended. */
async function charted(
  question: Partial<Question> & { readonly input: string },
  { dataset = world, ...replaced }: Partial<AgentPorts> & { readonly dataset?: Dataset } = {},
) {
  const asked: OwnChartRequest[] = [];
  const drawItemChart: AgentPorts["drawItemChart"] = (request, signal) => {
    if ("kind" in request) asked.push(request);
    return ports().drawItemChart(request, signal);
  };
  const steps = await ask({ files: true, ...question }, ports({ dataset, drawItemChart, ...replaced }));
  const { metadata } = thesisOf(steps);
  return { asked, steps, metadata, files: metadata?.files?.map(({ filename = "" }) => filename) ?? [] };
}

Deno.test("an own column that is asked about has a chart of its rows by day, in a step of its own", async () => {
  const { asked: [chart, ...others], files, steps } = await charted({ input: "What is my_factor of MSFT?" });
  deepEqual(others, []);
  deepEqual(chart?.rows, [
    { date: "2016-03-01", value: 2, known: "2016-03-02" },
    { date: "2017-03-01", value: 1, known: "2017-03-02" },
    { date: "2017-06-01", value: -1.5, known: "2017-06-02" },
  ]);
  const { title, subtitle, source, label, lastShown, isPrivate, stem } = chart ?? {};
  deepEqual([title, label, source], [
    "MSFT Corp. (MSFT): scores.my_factor",
    "scores.my_factor",
    "Own table own/scores.csv",
  ]);
  equal(subtitle, `1 Mar 2016 to 1 Jun 2017, 3 rows known by ${longDay(LAST_OWN_DAY)}`);
  deepEqual([lastShown, isPrivate, stem], ["-1.5", false, "MSFT_scores_my_factor"]);
  const own = ["svg", "png", "csv"].map((ending) => `MSFT_scores_my_factor.${ending}`);
  deepEqual(files.filter((name) => name.includes("my_factor")), own);
  ok(steps.some((step) => step.kind === "files" && step.files.some(({ filename }) => filename === own[0])));
});

Deno.test("a thesis of one company has charts of the columns that it tells of, and a rank one of each name", async () => {
  const titles = async (input: string, dataset: Dataset = world) =>
    (await charted({ input }, { dataset })).asked.map(({ stem }) => stem);
  deepEqual(await titles("Analyse IBM"), ["IBM_scores_my_factor"]);
  deepEqual(await titles("Rank KO and IBM by my_factor"), ["KO_scores_my_factor", "IBM_scores_my_factor"]);
  deepEqual(await titles("Compare KO and IBM"), []);
  deepEqual(await titles("Analyse AAPL", ownWorld(MORE)), []); // each has one row
  const { asked, metadata } = await charted({ input: "Rank AAPL, MSFT, IBM, KO and PEP by my_factor" });
  equal(asked.length, 4);
  deepEqual(metadata?.warnings?.filter((one) => one.includes("own")), [
    "no chart of 1 of 5 own columns: an answer has at most 4",
  ]);
});

Deno.test("a chart ends with what is known on the day of the view, and holds the rows of a span that is asked for", async () => {
  const rows = [1, 2, 3, 4, 5].map((at) => [`2017-0${at}-02`, at] as const);
  const dataset = ownWorld([ownColumn("IBM", "s.x_1", rows)]);
  const days = async (question: Partial<Question> & { readonly input: string }) =>
    (await charted(question, { dataset })).asked.map((one) => one.rows.map(({ date }) => date).join(" "));
  deepEqual(await days({ input: "x_1 of IBM", asOf: "2017-04-02" }), ["2017-01-02 2017-02-02 2017-03-02"]);
  deepEqual(await days({ input: "x_1 of IBM", asOf: "2017-02-20" }), []);
  deepEqual(await days({ input: "x_1 of IBM over 2017-02-01 to 2017-04-30" }), ["2017-02-02 2017-03-02 2017-04-02"]);
});

Deno.test("rows that the verifier refuses are not drawn, and a chart that fails is a warning", async () => {
  const input = "my_factor of MSFT";
  const { verify } = ports({ dataset: world });
  const none: AgentPorts["verify"] = (draft, view) => {
    const done = verify(draft, view);
    return { ...done, kept: { ...done.kept, reasoning: [] } };
  };
  deepEqual((await charted({ input }, { verify: none })).asked, []);
  const drawItemChart = () => Promise.reject(new Error("no room"));
  const { metadata } = await charted({ input }, { drawItemChart });
  deepEqual(metadata?.warnings, ["no chart of MSFT's scores.my_factor: no room"]);
  deepEqual((await charted({ input, files: false })).asked, []);
});

const own = [{ name: "mine.csv", text: "ticker,date,x_1\nIBM,2017-03-01,1\nIBM,2017-04-03,3\nIBM,2017-05-01,2\n" }];

Deno.test("a chart of rows that came with a question is private, and one of nothing but these too", async () => {
  const { asked } = await charted({ input: "Analyse IBM", own });
  deepEqual(asked.map(({ stem, isPrivate }) => [stem, isPrivate]), [
    ["IBM_mine_x_1", true],
    ["IBM_scores_my_factor", true],
  ]);
});

Deno.test("a private chart is drawn each time, and nothing of it is kept; another is drawn once", async () => {
  let drawn = 0;
  const files = { svg: new Uint8Array(1), png: new Uint8Array(1) };
  const draw = () => Promise.resolve((drawn++, files));
  const drawing = createDrawing({ atOnce: 1, startThread: () => ({ draw, stop: () => Promise.resolve() }) });
  const { drawItemChart } = chartPorts(drawing);
  const { signal } = new AbortController();
  const { asked: [request] } = await charted({ input: "Analyse IBM" });
  ok(request);
  for (const isPrivate of [true, true, false, false, true]) await drawItemChart({ ...request, isPrivate }, signal);
  equal(drawn, 4);
  await drawing.close();
});

Deno.test("the table beside the picture has every row with the day since which it is known", async () => {
  const drawing = createDrawing({ atOnce: 1 });
  const { asked: [request] } = await charted({ input: "my_factor of MSFT" });
  ok(request);
  const made = await chartPorts(drawing).drawItemChart(request, new AbortController().signal);
  deepEqual(made.map(({ filename }) => filename), [
    "MSFT_scores_my_factor.png",
    "MSFT_scores_my_factor.svg",
    "MSFT_scores_my_factor.csv",
  ]);
  equal(
    new TextDecoder().decode(made[2]?.bytes),
    "date,scores.my_factor,known\n2016-03-01,2,2016-03-02\n2017-03-01,1,2017-03-02\n2017-06-01,-1.5,2017-06-02\n",
  );
  match(new TextDecoder().decode(made[1]?.bytes), /MSFT Corp\. \(MSFT\): scores\.my_factor/);
  await drawing.close();
});

const WORDS = {
  ...{
    kind: "line" as const,
    title: "A: x",
    subtitle: "days",
    source: "own",
    label: "x",
    lastShown: "1",
    isPrivate: false,
  },
} as const;
const pointsOf = (values: readonly number[]) =>
  values.map((value, at): LinePoint => ({ date: `2017-01-${String(at + 1).padStart(2, "0")}`, value }));

Deno.test("a line is a picture, whatever the sign and size of its values", async () => {
  const all = [[0, 0], [-1, -2], [-3, 4, 2], [1e12, 3e12], [1e-7, 2e-7], [-1e300, 1e300], [5, 5, 5]];
  for (const values of sweep("agent/charts", all)) {
    const { svg } = await drawSpec(lineChartSpec({ ...WORDS, points: pointsOf(values) }));
    equal(/NaN|Infinity|undefined/.test(svg), false, JSON.stringify(values));
  }
});

const REFUSED: readonly (readonly [when: string, points: readonly LinePoint[], why: RegExp])[] = [
  ["it has one value", pointsOf([1]), /at least 2 values, got 1/],
  ["a value is not finite", pointsOf([1, NaN]), /the value of 2017-01-02 is NaN/],
  ["its days are not in order", pointsOf([1, 2]).toReversed(), /the date 2017-01-01 out of order/],
  ["a day is none", [{ date: "2017-02-30", value: 1 }, ...pointsOf([1])], /"2017-02-30", not YYYY-MM-DD/],
  ["its values lie too far apart", pointsOf([-1.7e308, 1.7e308]), /lie too far apart/],
];

for (const [when, points, why] of REFUSED) {
  Deno.test(`a line is refused where ${when}`, () => {
    let message = "";
    try {
      lineChartSpec({ ...WORDS, points });
    } catch (error) {
      message = String(error);
    }
    match(message, why);
  });
}
