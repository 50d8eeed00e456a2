import type { LanguageModelReport } from "../../protocol/language_model.ts";
import type { ThesisRow } from "../../run/thesis_row.ts";
import { numberCell, textCell } from "./cell.ts";
import type { SheetColumn } from "./sheet.ts";
import { FIGURE, OUR_FIGURES, OUR_HEADER, WRAPPED } from "./style.ts";

/** What a language model added to each answer; none of it is a part of the thesis. */
export const MODEL_COLUMNS: readonly SheetColumn<ThesisRow>[] = [
  texts("Chosen by the model, verified", 54, ({ answer }) => answer),
  texts("The model's comment, not verified", 40, ({ comments = [] }) => comments),
  texts("Notes on the model", 30, ({ notes = [] }) => notes),
  counts("Model calls", ({ calls }) => calls),
  counts("Model tokens read", (report) => report.input_tokens),
  counts("Model tokens written", (report) => report.output_tokens),
];

function texts(
  title: string,
  width: number,
  read: (report: LanguageModelReport) => readonly string[],
): SheetColumn<ThesisRow> {
  const words = (report: LanguageModelReport | undefined) => (report && read(report).join(" ")) || undefined;
  return { title, header: OUR_HEADER, width, cellOf: ({ languageModel }) => textCell(words(languageModel), WRAPPED) };
}

function counts(title: string, read: (report: LanguageModelReport) => number): SheetColumn<ThesisRow> {
  const cellOf = ({ languageModel }: ThesisRow) => numberCell(languageModel && read(languageModel), "0", FIGURE);
  return { title, header: OUR_FIGURES, width: 10, cellOf };
}
