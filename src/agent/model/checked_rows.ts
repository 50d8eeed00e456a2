import { z } from "zod";
import { LEAST_SIZE } from "../../data/metrics/metric.ts";
import type { ToolClaim } from "../tool.ts";
import {
  type Derived,
  derived,
  isSameValue,
  lengthOf,
  nameOf,
  type NumberClaim,
  unitOf,
  type Way,
  WAYS,
} from "./checked_rows_derived.ts";
import type { KnownClaims } from "./known_claims.ts";

/** Most rows, columns of a row, and figures of all rows that are checked. */
export const MOST = { rows: 1_500, columns: 12, figures: 3_000 } as const;

/**
 * A figure of a program's rows that claims support. All of it but the place is ours: value, words and names come from
 * the claims, not from the program.
 */
export interface CheckedFigure extends Pick<Derived, "subject" | "what" | "shown" | "unit" | "day" | "formula"> {
  /** From 1. */
  readonly row: number;
  /** As the program calls it: never shown to a user. */
  readonly column: string;
  readonly value: number | string;
  /** Length of the period of an item of reports; empty of other figures. */
  readonly length: string;
  readonly operands: readonly ToolClaim[];
}

/** A cell or a row that is not used. */
export interface RefusedCell {
  /** From 1. */
  readonly row: number;
  /** As the program calls it; absent where the whole row is refused. */
  readonly column?: string;
  /** A phrase of ours: no figure and no word of the program. */
  readonly why: string;
}

/** What of a program's result may be used. */
export interface CheckedRows {
  readonly figures: readonly CheckedFigure[];
  readonly refused: readonly RefusedCell[];
}

const COLUMN = /^[A-Za-z]\w{0,39}$/;
const TEXT = z.string();
const labelsSchema = z.object({ id: TEXT, subject: TEXT, metric: TEXT, day: TEXT, unit: TEXT, shown: TEXT }).partial();
const LABELS = labelsSchema.keyof().options;
type Labels = z.infer<typeof labelsSchema>;

/**
 * Holds the rows that a program returned against claims.
 * @param result What it returned, untrusted.
 * @returns A sentence where they are no rows at all.
 */
export function checkRows(result: unknown, known: KnownClaims): CheckedRows | string {
  if (!Array.isArray(result)) return "The program must return an array of rows.";
  if (result.length === 0) return "The program returned no row.";
  if (result.length > MOST.rows) return `The program returned more than ${MOST.rows} rows.`;
  const figures: CheckedFigure[] = [];
  const refused: RefusedCell[] = [];
  for (const [at, row] of result.entries()) {
    const checked = checkRow(row, { row: at + 1, known });
    figures.push(...checked.figures);
    refused.push(...checked.refused);
    if (figures.length > MOST.figures) return `The program returned more than ${MOST.figures} figures.`;
  }
  return { figures, refused };
}

function checkRow(
  given: unknown,
  { row, known }: { readonly row: number; readonly known: KnownClaims },
): CheckedRows {
  const refuse = (why: string): CheckedRows => ({ figures: [], refused: [{ row, why }] });
  if (given === null || typeof given !== "object" || Array.isArray(given)) return refuse("it is no object");
  const cells = Object.entries(given).filter(([, cell]) => cell !== null);
  if (cells.length > MOST.columns) return refuse("it has too many columns");
  if (cells.some(([name]) => !COLUMN.test(name))) {
    return refuse("a column's name must be letters, digits and underscores after a letter");
  }
  const { data: labels, error } = labelsSchema.safeParse(Object.fromEntries(cells));
  if (labels === undefined) return refuse(`its ${String(error?.issues[0]?.path[0])} is no text`);
  const main = mainOf(labels, known);
  if (typeof main === "string") return refuse(main);
  const unlike = main === undefined ? unlabelled(labels, known) : unlikeMain(labels, main);
  if (unlike !== undefined) return refuse(unlike);
  const { subject = main?.subject, day = main?.day } = labels;
  const others = cells.filter(([name]) => !Object.hasOwn(labelsSchema.shape, name));
  if (others.length === 0) {
    return main === undefined ? refuse("it holds no figure") : { figures: [figureOf(main, row, "value")], refused: [] };
  }
  const checked = others.map(([column, cell]): CheckedFigure | RefusedCell => {
    const found = checkCell(cell, column, { main, subject, day, known });
    return typeof found === "string" ? { row, column, why: found } : { ...found, row, column };
  });
  return {
    figures: checked.filter((one) => "value" in one),
    refused: checked.filter((one) => "why" in one),
  };
}

/** The claim that a row's labels name; `undefined` where they name none. */
function mainOf({ id, subject, metric, day }: Labels, known: KnownClaims): ToolClaim | string | undefined {
  if (id !== undefined) return known.claim(id) ?? "its id is of no claim";
  if (metric === undefined) return undefined;
  return subject === undefined ? "it names a measure without a subject" : known.find(subject, { metric, day });
}

function unlikeMain(labels: Labels, main: ToolClaim): string | undefined {
  const wrong = LABELS.find((label) => {
    const text = labels[label];
    return text !== undefined && text !== main[label] && !(label === "unit" && text === unitOf(main));
  });
  return wrong && `its ${wrong} is not that of its claim`;
}

function unlabelled({ subject, unit, shown }: Labels, known: KnownClaims): string | undefined {
  if (subject !== undefined && !known.hasSubject(subject)) return "no claim is about its subject";
  const alone = unit !== undefined ? "unit" : shown !== undefined ? "shown" : undefined;
  return alone && `its ${alone} is of no claim: give the claim's id`;
}

type Found = Omit<CheckedFigure, "row" | "column">;

function checkCell(
  cell: unknown,
  column: string,
  { main, subject, day, known }: Pick<Labels, "subject" | "day"> & {
    readonly main: ToolClaim | undefined;
    readonly known: KnownClaims;
  },
): Found | string {
  if (typeof cell === "number" || typeof cell === "string") {
    const claim = column === "value" || column === main?.metric
      ? main ?? "a value alone needs the id of its claim, or its subject, metric and day"
      : subject === undefined
      ? "a figure needs the id of its claim, or a subject in its row"
      : known.find(subject, { metric: column, day });
    if (typeof claim === "string") return claim;
    return isValueOf(cell, claim) ? partsOf(claim) : "it differs from its claim";
  }
  const found = typeof cell === "object" && cell !== null && !Array.isArray(cell)
    ? named(cell, known)
    : "it is neither a number, a text nor a named figure";
  if (typeof found === "string") return found;
  if (subject !== undefined && found.subject !== subject) return "it is not of the subject of its row";
  return day !== undefined && found.day !== day ? "it is not of the day of its row" : found;
}

/** A text may be a claim's own, or as the product shows its figure. */
function isValueOf(cell: number | string, { value, shown }: ToolClaim): boolean {
  return typeof cell === "string" ? cell === value || cell === shown : isSameValue(cell, value);
}

/** A figure that names its claim, or how it is made of claims. */
function named(cell: object, known: KnownClaims): Found | string {
  const { value, claim: id, of: way, operands } = cell as Readonly<Record<string, unknown>>;
  const { length } = Object.keys(cell);
  if (typeof value !== "number" && typeof value !== "string") return "its value is neither a number nor a text";
  if (length === 2 && typeof id === "string") {
    const claim = known.claim(id);
    if (claim === undefined) return "the id that it names is of no claim";
    return isValueOf(value, claim) ? partsOf(claim) : "it differs from its claim";
  }
  if (length !== 3 || !isWay(way) || !Array.isArray(operands)) {
    return "it is neither {value, claim} nor {value, of, operands}";
  }
  return made(value, way, operands.map((one) => typeof one === "string" ? known.claim(one) : undefined));
}

function made(value: number | string, way: Way, claims: readonly (ToolClaim | undefined)[]): Found | string {
  const operands = claims.filter((claim): claim is NumberClaim => typeof claim?.value === "number");
  if (operands.length < claims.length) return "an operand is the id of no claim with a number";
  const found = derived(way, operands);
  if (typeof found === "string") return found;
  if (typeof value !== "number" || !isSameValue(value, found.value, LEAST_SIZE)) {
    return `it is not the ${way} of its operands`;
  }
  return { ...found, length: lengthOf(operands[0] as NumberClaim), operands };
}

function isWay(way: unknown): way is Way {
  return WAYS.some((one) => one === way);
}

function partsOf(claim: ToolClaim): Found {
  const { id, subject, value, shown, day } = claim;
  const what = nameOf(claim);
  return {
    subject,
    what,
    value,
    shown,
    day,
    unit: unitOf(claim),
    length: lengthOf(claim),
    formula: id,
    operands: [claim],
  };
}

function figureOf(claim: ToolClaim, row: number, column: string): CheckedFigure {
  return { ...partsOf(claim), row, column };
}

/** The figures of claims that are drawn or listed as they are. */
export function figuresOf(claims: readonly ToolClaim[]): readonly CheckedFigure[] {
  return claims.map((claim, at) => figureOf(claim, at + 1, "value"));
}
