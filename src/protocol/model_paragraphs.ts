import type { LanguageModelReport } from "./language_model.ts";

/** What is said before the sentences that a model chose. */
export function chosenTitle({ name }: Pick<LanguageModelReport, "name">): string {
  return `Chosen by ${name}, verified`;
}

/** What is said before a model's own words. */
export const COMMENT_TITLE = "The model's comment, not verified";
/** What is said before what was left out of a model's part. */
export const NOTES_TITLE = "Notes on the model";

/** The paragraphs that a model's part adds to the text of an answer, after those of the fixed plan. */
export function modelParagraphs(report: LanguageModelReport): readonly string[] {
  const { answer, comments = [], notes = [] } = report;
  return [
    ...paragraph(chosenTitle(report), answer),
    ...paragraph(COMMENT_TITLE, comments),
    ...paragraph(NOTES_TITLE, notes),
  ];
}

function paragraph(title: string, sentences: readonly string[]): string[] {
  return sentences.length === 0 ? [] : [`${title}: ${sentences.join(" ")}`];
}
