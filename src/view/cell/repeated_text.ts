import type { ReasoningResult } from "../../protocol/reasoning.ts";

/** Lines of an answer that stand above its drivers and risks. */
const TITLE = /^(?:drivers|risks|key drivers|key risks):?$/i;
const BULLET = /^\s*[-*•]\s+/;

/**
 * The text of an answer without what its thesis says in the same words, so that a card says it once.
 * @param text The whole text.
 * @returns The text, or what is left of it; empty if all of it is in the thesis.
 */
export function textBeside(text: string, { agent_thesis, key_drivers, risks }: ReasoningResult): string {
  const rest = text.replace(agent_thesis.reasoning.trim(), () => "");
  const said = new Set([...key_drivers, ...risks].map((line) => line.trim()));
  const left = rest.split("\n").filter((line) => !said.has(line.replace(BULLET, "").trim()));
  const words = left.map((line) => line.trim()).filter((line) => line !== "");
  return words.every((line) => TITLE.test(line)) ? "" : left.join("\n").trim();
}
