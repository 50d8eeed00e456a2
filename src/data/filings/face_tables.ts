import type { Face } from "../metrics/items.ts";
import type { XmlElement } from "./xml_events.ts";

/** Namespaces of inline XBRL. */
export const INLINE: ReadonlySet<string> = new Set([
  "http://www.xbrl.org/2013/inlineXBRL",
  "http://www.xbrl.org/2008/inlineXBRL",
]);

/** A table outside of the notes, and which primary statement it is. */
export interface FaceTable {
  statement: Face | undefined;
  /** Present where a cost of revenue stands in it under a tag of the company's own: others are parts of it. */
  hasOwnCost?: true;
}

const marks = (names: string): RegExp => new RegExp(`^(?:us-gaap|ifrs-full)/(?:${names})$`);

/** What only one of the primary statements has outside of the notes; of a table that has several the first counts. */
const MARKS: readonly (readonly [Face, RegExp])[] = [
  [
    "cash",
    marks("NetCashProvidedByUsedIn(?:Operating|Investing|Financing)Activities\\w*|CashFlowsFromUsedIn\\w+Activities"),
  ],
  ["balance", marks("Assets|LiabilitiesAndStockholdersEquity|EquityAndLiabilities")],
  [
    "income",
    marks(
      "IncomeTaxExpense(?:Benefit|ContinuingOperations)|(?:Basic|Diluted)EarningsLossPerShare|EarningsPerShare\\w+",
    ),
  ],
];

/** A line that leaves something out is not all of its item: HD's 10-K of 2025-03-21 has amortisation in a line of its own. */
const PART_LABEL = /\b(?:excluding|exclusive of)\b.*\b(?:depreciation|amorti[sz]ation)/i;

const COST_LABEL = /^\s*(?:\w+ ){0,2}costs? of\b/i;
const MAX_LABEL = 1000;

/**
 * The primary statements of a document with inline XBRL: tables outside of the texts of notes, which are tagged as blocks,
 * in pieces where pages break them.
 */
export class FaceTables {
  #notes = 0;
  readonly #tables: FaceTable[] = [];
  /** What the row says before its first number. */
  #label = "";
  #isLabel = false;

  open(element: XmlElement): void {
    if (isNote(element)) this.#notes += 1;
    if (element.local === "table") this.#tables.push({ statement: undefined });
    if (element.local !== "tr") return;
    this.#label = "";
    this.#isLabel = this.#notes === 0;
  }

  text(piece: string): void {
    if (this.#isLabel && this.#label.length < MAX_LABEL) this.#label += piece;
  }

  close(element: XmlElement): void {
    if (isNote(element)) this.#notes -= 1;
    if (element.local === "table") this.#tables.pop();
  }

  /** A number under a tag of the company's own. */
  placeOwn(): void {
    const table = this.#notes > 0 ? undefined : this.#tables.at(-1);
    if (table !== undefined && COST_LABEL.test(this.#label)) table.hasOwnCost = true;
  }

  /** The table that a number stands in; none where it is in a note, or where its line is a part of what it is tagged as. */
  place(tag: string): FaceTable | undefined {
    this.#isLabel = false;
    const table = this.#notes > 0 ? undefined : this.#tables.at(-1);
    if (table === undefined) return undefined;
    const marked = MARKS.findIndex(([, mark]) => mark.test(tag));
    const before = MARKS.findIndex(([face]) => face === table.statement);
    if (marked >= 0 && (before < 0 || marked < before)) table.statement = MARKS[marked]?.[0];
    return PART_LABEL.test(this.#label) ? undefined : table;
  }
}

function isNote({ namespace, local, attributes }: XmlElement): boolean {
  if (!INLINE.has(namespace)) return false;
  return local === "continuation" || local === "nonNumeric" && /TextBlock$/.test(attributes["name"] ?? "");
}
