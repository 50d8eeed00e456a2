import type { Statement } from "../data/claim.ts";

/** The kind of question that an answer is to; each has a shape of its own. */
export type AnswerKind =
  | "thesis"
  | "fact"
  | "verdict"
  | "compare"
  | "screen"
  | "risk"
  | "sector"
  | "portfolio"
  | "change"
  | "turn"
  | "bull"
  | "bear"
  | "filings"
  | "quote";

/** Where a sentence stands in an answer; `behind` it is folded. */
export type Place =
  | "behind"
  | "lead"
  | "points"
  | "text"
  | "table"
  | "why"
  | "risks"
  | "turn"
  | "direction"
  | "quote"
  | "limits";

export type Shown = Exclude<Place, "behind">;

export type Placed = Readonly<Record<Place, readonly Statement[]>>;

/** What stands in an answer, in order; what a kind does not name is folded. */
const VIEWED: readonly Place[] = ["lead", "text", "table", "why", "risks", "turn", "direction", "limits"];
const ASKED: readonly Place[] = ["lead", "table", "text", "quote", "why", "risks", "turn", "direction", "limits"];
const BESIDE: readonly Place[] = ["lead", "table", "text", "quote", "direction", "limits"];
const CASE: readonly Place[] = ["lead", "why", "table", "text", "risks", "turn", "limits"];
export const ORDER: Readonly<Record<AnswerKind, readonly Place[]>> = {
  thesis: ["lead", "text", "why", "table", "risks", "turn", "direction", "limits"],
  bull: CASE,
  bear: CASE,
  filings: VIEWED,
  sector: ["lead", "points", "text", "table", "direction", "limits"],
  portfolio: ["lead", "table", "points", "text", "direction", "limits"],
  compare: BESIDE,
  screen: BESIDE,
  risk: ASKED,
  fact: ASKED,
  verdict: ASKED,
  change: ["lead", "text", "table", "direction", "limits"],
  quote: ASKED,
  turn: ["lead", "turn", "why", "risks", "direction", "limits"],
};

/** Where a sentence of the reasoning stands, by how its phrase begins; any other is text. */
const PLACES: readonly (readonly [place: Place, begins: readonly string[]])[] = [
  ["lead", ["lead."]],
  ["points", ["point."]],
  ["table", ["row."]],
  ["direction", "company.view company.thesis company.no_view set.thesis set.no_view".split(" ")],
  ["behind", "company.lacks company.score set.score".split(" ")],
  [
    "limits",
    ("company.alone company.limits set. answer.left_out accounts.old group.left_out portfolio.left_out " +
      "portfolio.unweighted span.cause results.first insider.limits fact.other fact.more texts.held").split(" "),
  ],
  ["quote", ["quote."]],
  ["turn", "trend.turn events.turn case.".split(" ")],
];

/** What is folded in answers about several companies: their table shows what is there. */
export const FOLDED: Readonly<Partial<Record<AnswerKind, readonly string[]>>> = {
  compare: ["set.limits"],
  sector: ["set.limits", "bars."],
  screen: ["set.limits", "bars.", "accounts.old"],
};

/** Titles of the lists that a result has as fields of its own too. */
export const POINT_TITLES = {
  why: "Why",
  risks: "Risks",
  against: "Against the case",
  beside: "Compared with other companies",
} as const;
const TITLES: Readonly<Partial<Record<Place, string>>> = {
  ...POINT_TITLES,
  turn: "What would change the view",
  direction: "Direction",
};

/** The title of a part; a case has a level that adds to it or weakens it. */
export function titleOf(place: Place, statements: readonly Statement[], kind: AnswerKind): string | undefined {
  if (kind === "filings" && place === "why") return POINT_TITLES.beside;
  if (kind !== "bull" && kind !== "bear") return TITLES[place];
  if (place === "risks") return POINT_TITLES.against;
  if (place !== "turn") return TITLES[place];
  if (statements.some(({ saying: { phrase } }) => phrase.startsWith("case."))) return "What would weaken it";
  const turns = statements.flatMap(({ claims }) => claims.find(({ metric }) => metric === "direction")?.value ?? []);
  // below a level it would turn up
  return turns.includes("below") === (kind === "bull") ? "What would add to it" : "What would weaken it";
}
/** More sentences than of a paragraph are points, one a line. */
export const MOST_IN_PARAGRAPH = 2;
/** Most words of an answer, its tables and sources apart; the last points of a longer one are folded. */
export const MOST_WORDS: Readonly<Partial<Record<AnswerKind, number>>> = {
  thesis: 224,
  verdict: 224,
  bull: 209,
  bear: 209,
  filings: 185,
};
/** Of its titles. */
export const TITLE_WORDS = 10;
/** Points of one list that stand in the text; more are folded. */
export const MOST_POINTS = 3;

/** Where a sentence stands. */
export function placeOf(phrase: string): Place {
  return PLACES.find(([, all]) => all.some((begins) => phrase.startsWith(begins)))?.[0] ?? "text";
}
