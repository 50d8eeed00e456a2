import { type MadeCheck, statesFalse } from "../../run/thesis_check.ts";
import type { ThesisRow } from "../../run/thesis_row.ts";
import { falseWords } from "../check_words.ts";
import { numberCell, textCell } from "./cell.ts";
import type { SheetColumn } from "./sheet.ts";
import { checkStyle, FIGURE, OUR_FIGURES, OUR_HEADER, WRAPPED } from "./style.ts";

/** The column beside the name, so that nobody reads on without it. */
export const CHECKED_COLUMN: SheetColumn<ThesisRow> = {
  title: "Checked",
  header: OUR_HEADER,
  width: 13,
  cellOf: ({ check }) => textCell(falseWords(check), checkStyle({ isFalse: statesFalse(check) })),
};

/** What was checked of each thesis; a check that could not be made has no numbers. */
export const CLAIM_COLUMNS: readonly SheetColumn<ThesisRow>[] = [
  claims("Claims proven", ({ proven }) => proven),
  claims("Claims false", (check) => check.false),
  claims("Claims unknown", ({ unknown }) => unknown),
  {
    title: "First false claim",
    header: OUR_HEADER,
    width: 54,
    cellOf: ({ check }) => textCell(made(check)?.firstFalse, WRAPPED),
  },
];

function claims(title: string, read: (check: MadeCheck) => number): SheetColumn<ThesisRow> {
  const cellOf = ({ check }: ThesisRow) => {
    const known = made(check);
    return numberCell(known && read(known), "0", FIGURE);
  };
  return { title, header: OUR_FIGURES, width: 10, cellOf };
}

function made(check: ThesisRow["check"]): MadeCheck | undefined {
  return check === undefined || "problem" in check ? undefined : check;
}
