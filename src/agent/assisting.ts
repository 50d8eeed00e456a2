import type { Company } from "../data/dataset.ts";
import type { Asked, Unsupported } from "../data/question/asked.ts";
import type { LanguageModelReport } from "../protocol/language_model.ts";
import { modelParagraphs } from "../protocol/model_paragraphs.ts";
import type { CompanyFindings, ResearchTools } from "./findings.ts";
import type { AgentPorts } from "./ports.ts";
import type { Step } from "./step.ts";
import type { Desk } from "./tool.ts";

/** What the fixed plan has found before anybody else adds to its answer. */
export interface AssistedWork {
  /** The request, in the caller's words. */
  readonly input: string;
  readonly asked: Asked;
  /** What of the request is not read or not met, each piece with the reason. */
  readonly unmet: readonly Unsupported[];
  /** The subjects, which the resolver found: nobody else may add one. */
  readonly companies: readonly Company[];
  /** Those of them with prices. */
  readonly found: readonly CompanyFindings[];
  /** Tools read here. */
  readonly desk: Desk;
  readonly tools: ResearchTools;
  readonly ports: AgentPorts;
  /** Whether code may run and files may be made. */
  readonly files: boolean;
  readonly signal: AbortSignal;
}

/**
 * Adds to an answer whose text is said, in visible steps: tools and code only, and a sign of life while it waits. It
 * never throws but for an abort, and changes nothing of the thesis.
 * @returns `undefined` where it has nothing to say, not even why.
 */
export type Assist = (work: AssistedWork) => AsyncGenerator<Step, LanguageModelReport | undefined, undefined>;

/** The steps of what adds to an answer, and then its part of the text. */
export async function* assistedSteps(
  assist: Assist,
  work: AssistedWork,
): AsyncGenerator<Step, LanguageModelReport | undefined, undefined> {
  const added = yield* assist(work);
  for (const paragraph of added ? modelParagraphs(added) : []) yield { kind: "text", delta: `\n\n${paragraph}` };
  return added;
}

/** What of a request is not read, and what is read and met by no sentence that passed. */
export function unmetBy(
  { unmet }: { readonly unmet: readonly Pick<Unsupported, "text">[] },
  asked: Pick<Asked, "unmet">,
): readonly Unsupported[] {
  return [...asked.unmet, ...unmet.map(({ text }) => ({ text, why: "no sentence of the answer says it" }))];
}
