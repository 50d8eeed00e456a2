import { ProtocolError } from "../protocol/errors.ts";
import type { ReasoningResult } from "../protocol/reasoning.ts";
import { codingOf } from "./coding.ts";
import { HttpError } from "./errors.ts";
import { readThesis, type ReadThesisOptions } from "./read_thesis.ts";
import { mediaTypeOf, otherType, requestIdOf, typeWords } from "./send.ts";

/** The type of a reasoning reply. */
export const JSON_TYPE = "application/json";

/**
 * Reads a reply of the reasoning operation: a thesis is one whatever the head of its reply calls it.
 * @returns The thesis, and what is unusual about the reply, as sentences.
 * @throws {ProtocolError} when it is JSON without a thesis.
 * @throws {HttpError} when it is neither JSON nor called so.
 */
export function readReplyThesis(
  { reply, text }: { readonly reply: Response; readonly text: string },
  reading: ReadThesisOptions,
): { readonly thesis: ReasoningResult; readonly notes: readonly string[] } {
  const { redact, filter } = reading;
  const type = mediaTypeOf(reply);
  const coding = codingOf(reply);
  try {
    const thesis = readThesis(text, reading);
    const notes: string[] = [];
    if (type !== JSON_TYPE && !type.endsWith("+json")) {
      notes.push(
        `The service calls its replies ${
          typeWords(reply, redact) || "nothing"
        }, not ${JSON_TYPE}; they were read as that`,
      );
    }
    if (coding !== "") notes.push(`The service packs its replies (${coding}), which was not requested`);
    if (filter.forms.length > 0 && filter.clean(text) !== text) {
      notes.push("The service repeats the key in its replies; [redacted] is in its place");
    }
    return { thesis, notes };
  } catch (error) {
    const isJson = !(error instanceof ProtocolError && error.cause instanceof SyntaxError);
    const { status } = reply;
    if (status === 200 && (isJson || type === JSON_TYPE)) throw error;
    const message = otherType(reply, { accept: JSON_TYPE, isEmpty: text === "", redact });
    throw new HttpError("get thesis", {
      status,
      error: status === 200 ? { message } : undefined,
      body: redact(text),
      requestId: requestIdOf(reply),
    });
  }
}
