import type { Company } from "../data/dataset.ts";
import type { Asked } from "../data/question/asked.ts";
import type { LanguageModelReport } from "../protocol/language_model.ts";
import type { CompanyFindings, ResearchTools } from "./findings.ts";
import type { AgentPorts } from "./ports.ts";
import type { Step } from "./step.ts";
import type { Desk } from "./tool.ts";

/** What the fixed plan has found before anybody else adds to its answer. */
export interface AssistedWork {
  /** The request, in the caller's words. */
  readonly input: string;
  readonly asked: Asked;
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
 * Adds to an answer, in visible steps: tools and code only. It never throws but for an abort, and changes nothing of the
 * thesis.
 * @returns `undefined` where it has nothing to say, not even why.
 */
export type Assist = (work: AssistedWork) => AsyncGenerator<Step, LanguageModelReport | undefined, undefined>;
