import { claimsIn, type Draft, type Statement } from "../data/claim.ts";
import type { DatasetView } from "../data/dataset.ts";
import type { AnswerBlock, SaidText } from "../protocol/answer_block.ts";
import { ofEachDomain } from "./drivers_and_opposition.ts";
import { idsOf, numbered, tableNotes, tablesOf } from "./rows.ts";
import { Sources } from "./sources.ts";
import {
  type AnswerKind,
  FOLDED,
  MOST_IN_PARAGRAPH,
  MOST_POINTS,
  MOST_WORDS,
  ORDER,
  type Place,
  type Placed,
  placeOf,
  type Shown,
  TITLE_WORDS,
  titleOf,
} from "./answer_shapes.ts";

/** What decides how an answer is arranged. */
export interface Arranging {
  readonly kind: AnswerKind;
  readonly view: DatasetView;
}

/** A verified draft as the blocks of an answer, in the order of its kind. */
export function blocksOf(kept: Draft, { kind, view }: Arranging): readonly AnswerBlock[] {
  const sources = new Sources(view);
  const whole = placedIn(kept, kind);
  const placed = { ...whole, ...pointsWithin(whole, kind) };
  const shown = ORDER[kind].filter((place) => placed[place].length > 0);
  const hidden = (Object.keys(placed) as Place[]).filter((place) => !shown.includes(place));
  const said = (statements: readonly Statement[]) =>
    statements.map((one) => ({ ...plain(one), ...numbered(sources, one.claims) }));
  const blocks = shown.filter((place): place is Shown => place !== "behind").flatMap((place) =>
    blockOf(place, placed[place], { said, sources, kind })
  );
  const rest = [
    ...(["why", "risks"] as const).flatMap((place) =>
      shown.includes(place) ? whole[place].filter((one) => !placed[place].includes(one)) : []
    ),
    ...hidden.flatMap((place) => placed[place]),
    ...kept.folded ?? [],
  ];
  const folded: readonly AnswerBlock[] = rest.length === 0
    ? []
    : [{ kind: "folded", title: "Further figures", said: rest.map(plain) }];
  const listed: readonly AnswerBlock[] = sources.items.length === 0 ? [] : [{ kind: "sources", items: sources.items }];
  const called = blocks.map((one) => one.kind === "points" ? pointsOf(one, kept) : one);
  return [...(sources.items.length > 1 ? called : called.map(withoutNumbers)), ...listed, ...folded];
}

/** As many points as leave the answer as short as its kind is to be; of the risks a doubt about a figure stays. */
function pointsWithin(placed: Placed, kind: AnswerKind): Pick<Placed, "why" | "risks"> {
  const why = placed.why.slice(0, MOST_POINTS);
  const risks = placed.risks.slice(0, MOST_POINTS);
  const fewer = risks.length === 1
    ? risks
    : risks.toSpliced(risks.findLastIndex(({ saying: { phrase } }) => !phrase.startsWith("note.")), 1);
  const cut = [{ why, risks }, { why, risks: fewer }, { why: why.slice(0, MOST_POINTS - 1), risks: fewer }];
  const words = (points: Pick<Placed, "why" | "risks">) =>
    ORDER[kind].flatMap((place) => place === "table" ? [] : { ...placed, ...points }[place])
      .reduce((sum, { text }) => sum + text.split(/\s+/).length, TITLE_WORDS);
  return cut.find((points) => words(points) <= (MOST_WORDS[kind] ?? Infinity)) ?? cut.at(-1) ?? placed;
}

/** Points about the only company of an answer, whose lead has named it, begin with "its". */
function pointsOf<Points extends { readonly said: readonly SaidText[] }>(points: Points, kept: Draft): Points {
  const [name, ...others] = new Set(claimsIn(kept).flatMap(({ metric, shown }) => metric === "ticker" ? shown : []));
  if (name === undefined || others.length > 0 || name.endsWith("'s")) return points;
  const begins = new RegExp(`^((?:For|Against): )?${RegExp.escape(name)}('s?)? `);
  const itsOwn = (text: string) =>
    text.replace(begins, (_, mark = "", owner = "") => `${mark}${mark === "" ? "I" : "i"}t${owner === "" ? "" : "s"} `);
  return { ...points, said: points.said.map((one) => ({ ...one, text: itsOwn(one.text) })) };
}

/** A single source needs no numbers. */
function withoutNumbers(block: AnswerBlock): AnswerBlock {
  if ("said" in block) return { ...block, said: block.said.map(({ sources: _, ...said }) => said) };
  return "rows" in block ? { ...block, rows: block.rows.map(({ sources: _, ...row }) => row) } : block;
}

function blockOf(
  place: Shown,
  statements: readonly Statement[],
  { said, sources, kind }: {
    readonly said: (some: readonly Statement[]) => readonly SaidText[];
    readonly sources: Sources;
    readonly kind: AnswerKind;
  },
): readonly AnswerBlock[] {
  const title = titleOf(place, statements, kind);
  switch (place) {
    case "table": {
      const notes = tableNotes(statements, ["fact", "verdict", "change"].includes(kind));
      return [
        ...tablesOf(statements, sources),
        ...notes.length === 0 ? [] : [{ kind: "limits" as const, said: notes }],
      ];
    }
    case "points":
      return [{ kind: "points", said: said(statements) }];
    case "why":
    case "risks":
      return [{ kind: "points", ...(title !== undefined && { title }), said: said(statements) }];
    case "quote":
      return statements.map((one): AnswerBlock => ({ kind: "quote", said: said([one]) }));
    case "text":
      return [{ kind: statements.length > MOST_IN_PARAGRAPH ? "points" : "text", said: said(statements) }];
    default:
      return [...Map.groupBy(statements, (one) => titleOf(place, [one], kind))].map(([title, some]): AnswerBlock =>
        title === undefined ? { kind: place, said: said(some) } : { kind: place, title, said: said(some) }
      );
  }
}

/** The sentences by their places. An answer without a lead of its own is led by what answers the question first. */
function placedIn(
  { reasoning, drivers, risks }: Draft,
  kind: AnswerKind,
): Placed {
  const isFolded = ({ saying: { phrase } }: Statement) =>
    FOLDED[kind]?.some((begins) => phrase.startsWith(begins)) === true;
  const of = (place: Place) =>
    reasoning.filter((one) => (isFolded(one) ? "behind" : placeOf(one.saying.phrase)) === place);
  const own = { lead: of("lead"), text: of("text"), quote: of("quote"), direction: of("direction") };
  // a lead that names a view says nothing where the sentence of the view is lost
  const isCase = kind === "bull" || kind === "bear";
  const lead = own.direction.length > 0 || isCase
    ? own.lead
    : own.lead.filter(({ claims }) => !claims.some(({ metric }) => metric === "signal"));
  const [first] = kind === "filings"
    ? [...own.direction, ...own.text]
    : [...kind === "turn" ? of("turn") : [], ...lead, ...own.text, ...own.direction];
  const [head, ...rest] = first === undefined ? [] : apart(first);
  // of a business without prices, the cash that it makes or burns
  const cash = kind === "filings" ? own.text.filter(({ saying: { of = "" } }) => of.startsWith("free_cash_flow ")) : [];
  const besides = (some: readonly Statement[]) => some.filter((one) => one !== first && !cash.includes(one));
  const isFiled = ({ saying: { phrase } }: Statement) => rest.length > 0 && phrase.startsWith("fact.");
  const texts = [...rest, ...besides(own.text)].toSorted((one, other) => Number(isFiled(other)) - Number(isFiled(one)));
  const opposed = risks.filter((one) => !isDoubt(one));
  const why = kind === "thesis" ? ofEachDomain(drivers) : kind === "filings" ? [...drivers, ...opposed] : drivers;
  return {
    lead: head === undefined ? [] : [head, ...cash],
    points: of("points"),
    text: kind === "thesis" ? texts.slice(0, MOST_POINTS) : texts,
    table: of("table"),
    why,
    risks: opposed.filter((one) => !why.includes(one)),
    turn: besides(of("turn")),
    direction: besides(own.direction),
    quote: own.quote,
    limits: [...risks.filter((one) => isDoubt(one) && !isFolded(one)), ...of("limits")],
    behind: [
      ...of("behind"),
      ...kind === "thesis" ? texts.slice(MOST_POINTS) : [],
      ...drivers.filter((one) => !why.includes(one)),
      ...risks.filter((one) => isDoubt(one) && isFolded(one)),
    ],
  };
}

/** A sentence that others stand behind, as its first and these: one by one where each is a sentence, else together. */
function apart(whole: Statement): readonly Statement[] {
  const { text, claims, saying: { parts: { behind = [] } } } = whole;
  if (behind.length === 0) return [whole];
  const isUntold = behind[0]?.phrase === "span_behind.cause"; // that nothing says why answers why it fell
  const sentences = text.split(/(?<=\.) (?=[A-Z])/);
  const first = sentences.splice(0, isUntold ? 2 : 1).join(" ");
  return [first, ...sentences.length === behind.length - Number(isUntold) ? sentences : [sentences.join(" ")]]
    .map((text) => ({ ...whole, text, claims: claims.filter(({ shown }) => text.includes(shown)) }));
}

/** A doubt about the prices is no risk of the company: it says what is not in the answer. */
function isDoubt({ saying: { phrase } }: Statement): boolean {
  return phrase.startsWith("bars.");
}

function plain({ text, claims, saying: { phrase } }: Statement): SaidText {
  const [title] = phrase.startsWith("point.") ? text.split(/(?<=[.!])(?= )/) : [];
  return { text, claims: idsOf(claims), ...(title !== undefined && { title }) };
}
