/** The notebooks that are opened in JupyterLab and Notebook 7, as cells. */

/** A module of the tests, as a cell imports it. */
const fixture = (path: string) => JSON.stringify(new URL(`../${path}`, import.meta.url).href);

/** An answer that takes seconds: a recorded one, its parts further apart. */
export async function slowTape(): Promise<string> {
  const text = await Deno.readTextFile(new URL("../fixtures/tapes/thesis.jsonl", import.meta.url));
  const [head, ...parts] = text.trim().split("\n");
  const slowed = parts.map((part, at) => JSON.stringify({ ...JSON.parse(part), at_ms: at * 30 }));
  return `${[head, ...slowed].join("\n")}\n`;
}

/** `slow.jsonl` is {@linkcode slowTape}. */
export const LIVE = [
  `import { replayTape } from "conviction";
  import { show } from "conviction/notebook";
  const tape = Deno.readTextFileSync("slow.jsonl");
  const before = 41;`,
  'const answer = await show(replayTape(tape, { pace: "recorded" }).stream("Analyse AAPL"));',
  "before + 1",
];

/** The service holds its answer after two words. */
export function stopCells(baseUrl: string): string[] {
  return [
    `import { connect } from "conviction";
    import { show } from "conviction/notebook";
    const research = connect({ baseUrl: "${baseUrl}" });
    const kept = "kept";`,
    'const partial = await show(research.stream("q"), { everyMs: 0 });',
    "[kept, partial.state, partial.text].join()",
  ];
}

/** One value of a kind. */
export interface Kind {
  readonly kind: string;
  /** An expression in a cell. */
  readonly value: string;
  /** What a person reads. */
  readonly sees: RegExp;
  /** Where that is: in the frame of a table, in a drawing, or in the page. */
  readonly where: "page" | "frame" | "drawing" | "picture";
  /** Whether it shows itself as the value of a cell; a string and a blob are the language's own. */
  readonly isOurs: boolean;
}

const page = { where: "page", isOurs: true } as const;
const frame = { where: "frame", isOurs: true } as const;

/** Everything that is shown; `first` and `second` are folders of runs over AAA, BBB, CCC and GONE. */
export const KINDS: readonly Kind[] = [
  { ...page, kind: "an answer", value: "answer", sees: /bullish|bearish|neutral/i },
  { ...page, kind: "a thesis", value: "answer.thesis", sees: /bullish|bearish|neutral/i },
  { ...frame, kind: "a run", value: "first", sees: /BBB/ },
  { ...frame, kind: "rows", value: "first.rows", sees: /BBB/ },
  { ...page, kind: "an outcome", value: "outcomes[0]", sees: /AAA moves with the market/ },
  { ...page, kind: "a comparison", value: "compareRuns(first, second)", sees: /AAA/ },
  { ...page, kind: "a score", value: "score", sees: /excess return over the index/ },
  { ...page, kind: "a chart", value: "bars", sees: /./, where: "drawing" },
  { ...page, kind: "a text", value: '"a text of ours"', sees: /a text of ours/, isOurs: false },
  { ...page, kind: "a picture", value: "picture", sees: /./, where: "picture", isOurs: false },
];

/** What the cells of {@linkcode KINDS} need. */
export const KINDS_SETUP = `import { replayTape } from "conviction";
import { compareRuns, openRun, scoreTheses, screen } from "conviction/batch";
import { chart } from "conviction/chart";
import { show } from "conviction/notebook";
import { pricesOf, thesisRow, weekdays } from ${fixture("score/prices.ts")};
import { namesService } from ${fixture("kernel/names_service.ts")};
const answer = await replayTape(Deno.readTextFileSync("slow.jsonl")).stream("Analyse AAPL").final();
const [first, second] = [await openRun("first"), await openRun("second")];
const outcomes = await Array.fromAsync(screen([{ ticker: "AAA" }], namesService(), { folder: "third", prompt: "Analyse {{ticker}}" }));
const closes = [100, 104, 110, 121, 112, 101, 90.75, 97, 108, 119, 125, 131, 128, 137, 140];
const days = weekdays("2020-01-01", closes.length);
const judged = [0.2, 0.4, 0.6, 0.8].map((confidence, at) => thesisRow({ row: at, asOf: days[at], confidence }));
const score = scoreTheses(judged, pricesOf({ AAA: closes }, { index: closes.map(() => 100) }), { horizons: [2] });
const bars = chart({ title: "Bars", data: { values: [{ name: "AAA", score: 0.3 }] }, mark: "bar",
  encoding: { x: { field: "score", type: "quantitative" }, y: { field: "name", type: "nominal" } } });
const picture = new Blob([await bars.png()], { type: "image/png" });`;

/** A long table. */
export const TABLE = [
  `import { show } from "conviction/notebook";
  await show(Array.from({ length: 3_000 }, (_, at) => ({ name: "row " + at + "x", value: (at * 7919)% 3_000 })));`,
];
