import type { Agent, Question } from "../agent/ports.ts";
import type { Step } from "../agent/step.ts";
import type { FileStore } from "./file_store.ts";

/** Steps that can be stopped before they are first read, unlike a generator. */
export interface Steps extends AsyncIterable<Step> {
  /** Stops the agent; resolves after it has cleaned up. */
  stop(): Promise<void>;
}

/** The store for the agent's files, and their owner. */
export interface StepsOptions {
  readonly fileStore: FileStore;
  readonly owner: string;
}

/**
 * Starts the agent and waits for its first step, so that a rejected question becomes an HTTP status
 * rather than a broken stream. Files are assigned to the caller before their step is sent.
 */
export async function startSteps(agent: Agent, question: Question, options: StepsOptions): Promise<Steps> {
  const rest = agent(question);
  let first: IteratorResult<Step, void> | undefined = await rest.next();
  const next = async (): Promise<IteratorResult<Step, void>> => {
    const result = first ?? await rest.next();
    first = undefined;
    if (!result.done) await giveFiles(result.value, options);
    return result;
  };
  const stop = async () => void await rest.return();
  return {
    [Symbol.asyncIterator]: () => ({
      next,
      return: async () => {
        await stop();
        return { done: true, value: undefined };
      },
    }),
    stop,
  };
}

async function giveFiles(step: Step, { fileStore, owner }: StepsOptions): Promise<void> {
  if ("files" in step) await fileStore.give(step.files.map(({ file_id }) => file_id), owner);
}
