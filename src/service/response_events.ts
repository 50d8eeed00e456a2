import type { Step } from "../agent/step.ts";
import type { KnownEvent } from "../protocol/event.ts";
import { type AnswerForm, withForm } from "./answer_form.ts";
import type { ResponseObject } from "../protocol/response.ts";
import { ResponseWriter, StepOrderError, type WriterContext } from "./response_writer.ts";

/** Context of a stream of events. */
export interface EventsContext extends WriterContext {
  /** `false` omits `verification.*` and `response.code_execution.*`, which strict clients reject. */
  readonly extensions: boolean;
  /** The form of the text. Default: prose, as the agent writes it. */
  readonly form?: AnswerForm;
  /** Called with the finished response before its event leaves, so that whoever has it can continue it. */
  readonly keep?: (response: ResponseObject) => Promise<void>;
}

/**
 * Converts the agent's steps to events on the wire, numbered without gaps.
 *
 * Order in the specification's dialect: created · per tool call its item, arguments and done, then its output's item · per execution
 * added, the code line by line, started, output · verification · one message · completed.
 * @throws {StepOrderError} when the steps are out of order or end without a conclusion.
 */
export async function* responseEvents(
  steps: AsyncIterable<Step>,
  context: EventsContext,
): AsyncGenerator<KnownEvent, void, undefined> {
  const writer = new ResponseWriter(context);
  let sequence_number = 0;
  function* numbered(events: readonly KnownEvent[]) {
    for (const event of events) {
      if (context.extensions || !isExtension(event)) yield { ...event, sequence_number: sequence_number++ };
    }
  }
  yield* numbered(writer.begin());
  const { form = {}, responseId } = context;
  for await (const step of withForm(steps, { form, responseId })) {
    for (const event of numbered(writer.write(step))) {
      if (event.type === "response.completed") await context.keep?.(event.response);
      yield event;
    }
    if (writer.concluded) return;
  }
  throw new StepOrderError("Cannot complete the response: the agent ended without a conclusion");
}

function isExtension({ type }: KnownEvent): boolean {
  return type.startsWith("verification.") || type.startsWith("response.code_execution.");
}
