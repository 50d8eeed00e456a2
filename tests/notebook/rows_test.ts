import { deepEqual, equal, match, ok, rejects } from "../assert.ts";
import { show } from "conviction/notebook";
import { HOSTILE_TEXTS } from "../fixtures/hostile_texts.ts";
import { openCell, sanitised } from "./cell.ts";
import { thesisRow } from "./rows_of_run.ts";

async function shown(rows: readonly object[]) {
  const cell = openCell();
  await show(rows, { display: cell.display });
  return { text: cell.text(), html: cell.html() };
}

/** The first line of a table as text. */
function titles(text: string): string[] {
  return (text.split("\n")[0] ?? "").split(/ {2,}/);
}

Deno.test("rows of a run have the columns of its page, in its order and its formats", async () => {
  const { text } = await shown([thesisRow(1, { score: -0.174, drawdownProbability: 0.11 }), thesisRow(2)]);
  deepEqual(titles(text), [
    ...[
      "Ticker",
      "Company",
      "Drawdown risk",
      "Main driver of the risk",
      "Rank",
      "Score",
      "P(beat)",
      "Signal",
      "Reason",
    ],
  ]);
  match(text, /T1 +Company 1 +11% {2}may fall +1 +−0\.17 +50% {2}neutral +calm/);
});

Deno.test("a row without a thesis says why", async () => {
  const { signal: _, score: __, ...rest } = thesisRow(2, { drivers: [], reasoning: undefined });
  const error = 'Cannot ask: service answered 404: The data does not know "T2"';
  const { text } = await shown([thesisRow(1), { ...rest, status: "failed", error }]);
  match(text, /T2 +Company 2 .*The data does not know "T2"$/m);
});

const OWN = [
  { when: "2026-01-02", close: 84.14709848, day: new Date("2026-01-02T00:00:00Z"), tags: ["a", "b"], deep: { x: [1] } },
  { when: "2026-01-03", close: null, day: new Date(NaN), more: 12n, deep: undefined },
];

Deno.test("other objects have a column for each name, and every kind of value reads as people write it", async () => {
  const { text } = await shown(OWN);
  deepEqual(titles(text), ["when", "close", "day", "tags", "deep", "more"]);
  match(text, /^2026-01-02 +84\.1471 +2026-01-02 +a, b +\{"x":\[1\]\}$/m);
  match(text, /^2026-01-03 +12$/m);
});

const COUNTS = [
  { count: 0, words: "No rows." },
  { count: 1, words: "1 row." },
  { count: 20, words: "20 rows." },
  { count: 21, words: "20 of 21 rows shown." },
  { count: 3_000, words: "20 of 3,000 rows shown." },
] as const;
for (const { count, words } of COUNTS) {
  Deno.test(`the text of ${count} rows ends with "${words}"`, async () => {
    const { text } = await shown(Array.from({ length: count }, (_, at) => ({ at, double: 2 * at })));
    equal(text.split("\n").at(-1), words);
    const rows = text.split("\n").filter((line) => /^ *\d+ +\d+$/.test(line)).map((line) => line.trim().split(/ +/));
    deepEqual(rows, Array.from({ length: Math.min(count, 20) }, (_, at) => [`${at}`, `${2 * at}`]));
  });
}

Deno.test("where frames are removed, the first rows are there once, with their details, and the number of all", async () => {
  const { html } = await shown(Array.from({ length: 3_000 }, (_, at) => thesisRow(at + 1)));
  const left = sanitised(html);
  equal(left.match(/<th scope="row"/g)?.length, 20);
  equal(left.match(/<details>/g)?.length, 20);
  match(left, /20 of 3,000 rows shown/);
  ok(!left.includes("srcdoc"));
});

Deno.test("a list of a hundred columns says how many are not in the short table", async () => {
  const row = Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`column ${at}`, at]));
  const { text, html } = await shown([row, row]);
  match(sanitised(html), /12 of 100 columns/);
  match(text, /\d+ more columns not shown\.$/);
});

Deno.test("no hostile text becomes markup, in a table of any kind", async () => {
  const texts = HOSTILE_TEXTS.map(({ text }) => text);
  const own = texts.map((text) => ({ [text]: text, list: [text], deep: { text } }));
  const ours = texts.map((text, at) =>
    thesisRow(at + 1, { ticker: text, company: text, signal: text, drivers: [text], risks: [text], reasoning: text })
  );
  for (const rows of [own, ours]) {
    const { html } = await shown(rows);
    const tags = new Set([...html.matchAll(/<(\w+)/g)].map(([, name]) => name));
    const ours = ["div", "style", "table", "thead", "tr", "th", "tbody", "td", "p", "iframe", "details", "summary"];
    deepEqual([...tags].filter((name) => ![...ours, "b", "ul", "li"].includes(name ?? "")), []);
  }
});

/** Words in an order that no packing foresees, like those of a service that repeats itself less than ours. */
function proseOf(seed: number, chars: number): string {
  let state = seed + 1;
  let text = "";
  while (text.length < chars) {
    state = Math.imul(state, 48_271) % 2_147_483_647;
    text += `${Math.abs(state).toString(36)} `;
  }
  return text.slice(0, chars);
}

for (const length of [1, 4]) {
  Deno.test(`3,000 rows with reasons ${length} times as long as ours are an output of at most 1 MB`, async () => {
    const { html, text } = await shown(Array.from({ length: 3_000 }, (_, at) =>
      thesisRow(at + 1, {
        reasoning: proseOf(at, 974 * length),
        drivers: [1, 2, 3].map((which) => proseOf(at * which, 130 * length)),
        risks: [proseOf(at * 7, 140 * length)],
      })));
    const bytes = new TextEncoder().encode(JSON.stringify({ html, text })).length;
    ok(bytes <= 1_000_000, `${bytes} bytes`);
    ok(bytes > 500_000, `${bytes} bytes: too few to be all rows`);
  });
}

const LOOKALIKES: readonly { readonly what: string; readonly row: object; readonly titles: readonly string[] }[] = [
  {
    what: "input, status and problem",
    row: { input: "x", status: "open", problem: 1 },
    titles: ["input", "status", "problem"],
  },
  {
    what: "the names of a run's rows with texts in place of lists",
    row: { row: 1, ticker: "A", status: "done", drivers: "d", risks: "r", cells: "c" },
    titles: ["row", "ticker", "status", "drivers", "risks", "cells"],
  },
];
for (const { what, row, titles: expected } of LOOKALIKES) {
  Deno.test(`a list of one's own with fields ${what} is a table of its fields`, async () => {
    deepEqual(titles((await shown([row])).text), expected);
  });
}

Deno.test("a value whose toJSON() gives nothing is an empty cell, an unreadable one says so", async () => {
  const unreadable = {
    get b(): never {
      throw Symbol("x");
    },
  };
  const { text } = await shown([{ a: { toJSON: () => undefined }, c: 1 }, unreadable]);
  match(text, /^a +c +b\n +1\n +\(cannot be read\)$/m);
});

const MALFORMED: readonly { readonly what: string; readonly value: unknown; readonly says: RegExp }[] = [
  {
    what: "a list with a gap",
    value: Object.assign([], { 1: { a: 1 } }),
    says: /^Cannot show a list whose items are not objects/,
  },
  {
    what: "a thesis without drivers",
    value: { agent_thesis: { signal: "bullish", confidence: 1, reasoning: "" } },
    says: /^Cannot show this: a field of it is missing or of another kind \(.*\); compare it with the types/,
  },
  {
    what: "a run whose rows are no list",
    value: { manifest: {}, rows: 1, outcomes: [] },
    says: /^Cannot show this: a field of it/,
  },
  {
    what: "another object with input and status",
    value: { input: 1, status: 2 },
    says: /^Cannot show an object of another kind/,
  },
];
for (const { what, value, says } of MALFORMED) {
  Deno.test(`${what} is an InputError that says so`, async () => {
    await rejects(shown(value as never), (error: Error) => error.name === "InputError" && says.test(error.message));
  });
}
