import type { Draft, Statement } from "../data/claim.ts";

/** The finished text in pieces of about a sentence: a paragraph, then drivers and risks as lists. */
export function* answerText(preface: readonly string[], { reasoning, drivers, risks }: Draft): Generator<string> {
  const sentences = [...preface, ...reasoning.map(({ text }) => text)];
  for (const [at, sentence] of sentences.entries()) yield at === 0 ? sentence : ` ${sentence}`;
  yield* listed("Drivers", drivers);
  yield* listed("Risks", risks);
}

function* listed(title: string, statements: readonly Statement[]): Generator<string> {
  for (const [at, { text }] of statements.entries()) yield at === 0 ? `\n\n${title}:\n- ${text}` : `\n- ${text}`;
}
