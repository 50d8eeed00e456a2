import type { Agent, Question } from "../agent/ports.ts";
import type { Step } from "../agent/step.ts";

/** Facts of a piece of work, for whoever watches: never a question, a key or a text. */
export type Facts = Readonly<Record<string, string | number | boolean>>;

/** A piece of work that is watched. */
export interface Span {
  /** Runs a part of it: what begins inside is below it. */
  run<Result>(part: () => Result): Result;
  /** Ends it, with what is known then. */
  end(facts?: Facts): void;
}

/**
 * Begins to watch a piece of work, like `tool price_history`, below the one that is running.
 * @param traceparent The caller's header of that name (W3C Trace Context), where the work is below the caller's own.
 */
export type Trace = (name: string, traceparent?: string) => Span;

/** What is recorded of each step and each end. */
export interface Watch {
  /** Default: nobody watches. */
  readonly trace: Trace | undefined;
  readonly traceparent: string | undefined;
  readonly onStep: (step: Step) => void;
}

/** The agent, watched: the research, and in it each tool, program and verification, from its first step to its last. */
export function watchAgent(agent: Agent, { trace = unwatched, traceparent, onStep }: Watch): Agent {
  return async function* (question: Question) {
    const research = trace("research", traceparent);
    const steps = research.run(() => agent(question));
    let part: Span | undefined;
    try {
      for (;;) {
        const { done, value: step } = await research.run(() => steps.next());
        if (done) return;
        onStep(step);
        const begun = beginning(step);
        if (begun !== undefined) part = research.run(() => trace(begun));
        const facts = ending(step);
        if (facts !== undefined) part = void part?.end(facts);
        yield step;
      }
    } finally {
      await steps.return();
      part?.end({ interrupted: true });
      research.end();
    }
  };
}

function unwatched(): Span {
  return { run: (part) => part(), end: () => {} };
}

/** The name of the work that a step begins. */
function beginning(step: Step): string | undefined {
  switch (step.kind) {
    case "tool_call":
      return `tool ${step.name}`;
    case "code_started":
      return "code";
    case "verification_started":
      return "verification";
    default:
      return undefined;
  }
}

/** What is known of the work that a step ends. */
function ending(step: Step): Facts | undefined {
  switch (step.kind) {
    case "tool_output":
      return {};
    case "code_output":
      return { return_code: step.return_code, files: step.files.length };
    case "verification_done": {
      const { claims_total = 0, claims_verified = 0, claims_removed = 0 } = step.verification;
      return { claims_total, claims_verified, claims_removed };
    }
    default:
      return undefined;
  }
}
