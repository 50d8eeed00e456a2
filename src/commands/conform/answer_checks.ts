import type { Check } from "./check.ts";
import type { Shown, ShownStream, StreamEvent } from "./shown.ts";
import { each, type Failure, NUMBER, OBJECT, valueWords, wrongField } from "./verdict.ts";
import { fieldOf } from "./wire.ts";

const COMPLETED = "response.completed";
const TEXT_DONE = "response.output_text.done";

/** Section 2.2, the metadata of the completed response. */
export const METADATA_CHECKS: readonly Check[] = [
  metadataCheck("metadata", ["response"]),
  metadataCheck("verification", ["response", "metadata"]),
  {
    id: "2.2.confidence",
    says: "metadata.verification.confidence is a number",
    judge: (shown) => {
      const holders = placesOf(shown, ["response", "metadata", "verification"]).filter(({ wire }) => OBJECT.has(wire));
      const words = { seen: confidences(holders), none: shown.noneOf("metadata.verification") };
      return each(holders, (holder) => wrongField(holder, "confidence", { kind: NUMBER }), words);
    },
  },
];

/** Section 6.3, rules 3 and 4, and section 7: the text, the final response, and how a failure is said. */
export const ANSWER_CHECKS: readonly Check[] = [
  {
    id: "6.3.3",
    says: "the text deltas put together are the full text",
    judge: (shown) => {
      const texts = shown.streams.flatMap(fullTextsOf);
      return each(texts, textObjection, { seen: `${texts.length} full texts`, none: shown.noneOf("full text beside") });
    },
  },
  {
    id: "6.3.4.completed",
    says: "the final response is delivered in response.completed",
    judge: (shown) => each(shown.streams.filter(isOver), completionObjection, over(shown)),
  },
  {
    id: "6.3.4.verification",
    says: "with metadata.verification, where there was a verification",
    judge: (shown) => {
      const verified = shown.streams.filter((stream) => stream.isCompleted && has(stream, "verification.done"));
      const words = { seen: `${verified.length} responses`, none: shown.noneOf("verification.done") };
      return each(verified, verificationObjection, words);
    },
  },
];

/** Section 7, failures. */
export const FAILURE_CHECKS: readonly Check[] = [{
  id: "7.error",
  says: "a failure during streaming is an event of type error",
  judge: (shown) => {
    const failed = shown.streams.filter((stream) => isFailed(stream) || stream.hasError);
    return each(failed, failureObjection, { seen: "an event of type error", none: "no stream failed" });
  },
}];

interface Place {
  readonly at: string;
  readonly wire: unknown;
}

function metadataCheck(name: string, holder: readonly string[]): Check {
  const path = [...holder.slice(1), name].join(".");
  return {
    id: `2.2.${name}`,
    says: `${path} is an object where it is given`,
    judge: (shown) => {
      const given = placesOf(shown, holder).filter(({ wire }) => (fieldOf(wire, name) ?? undefined) !== undefined);
      const words = { seen: `${given.length} responses`, none: shown.noneOf(path) };
      return each(given, (place) => wrongField(place, name, { kind: OBJECT }), words);
    },
  };
}

/** A part of each completed response. */
function placesOf(shown: Shown, path: readonly string[]): Place[] {
  return shown.eventsOf(COMPLETED).map(({ at, wire }) => ({
    at: [at, ...path].join(", "),
    wire: path.reduce<unknown>(fieldOf, wire),
  }));
}

function confidences(holders: readonly Place[]): string {
  return holders.map(({ wire }) => valueWords(fieldOf(wire, "confidence"))).join(", ");
}

/** A full text that a stream shows beside its deltas, and the deltas. */
interface FullText {
  readonly at: string;
  readonly text: string;
  readonly joined: string;
}

/** The specification names no field for the full text: these are those of the Responses style. */
function fullTextsOf(stream: ShownStream): FullText[] {
  const deltas = stream.events.filter(({ type }) => type === "response.output_text.delta");
  const joined = deltas.map(({ wire }) => textIn(wire, "delta")).join("");
  const ends = stream.events.filter(({ type, wire }) =>
    type === TEXT_DONE && typeof fieldOf(wire, "text") === "string"
  );
  const done = ends.map(({ wire }) => textIn(wire, "text")).join("");
  const ofDone = ends.slice(-1).map(({ at }) => ({ at: `${at}, text`, text: done, joined }));
  const ofResponse = stream.events.filter(({ type }) => type === COMPLETED).flatMap((event) => {
    const texts = outputTexts(event);
    return texts.length === 0 ? [] : [{ at: `${event.at}, response, output`, text: texts.join(""), joined }];
  });
  return [...ofDone, ...ofResponse];
}

function outputTexts({ wire }: StreamEvent): string[] {
  return listIn(fieldOf(wire, "response"), "output")
    .filter((item) => fieldOf(item, "type") === "message")
    .flatMap((item) => listIn(item, "content"))
    .filter((part) => fieldOf(part, "type") === "output_text" && typeof fieldOf(part, "text") === "string")
    .map((part) => textIn(part, "text"));
}

function listIn(value: unknown, name: string): readonly unknown[] {
  const list = fieldOf(value, name);
  return Array.isArray(list) ? list : [];
}

function textIn(value: unknown, name: string): string {
  const text = fieldOf(value, name);
  return typeof text === "string" ? text : "";
}

function textObjection({ at, text, joined }: FullText): Failure | undefined {
  return text === joined ? undefined : { at, expected: joined, found: text, isText: true };
}

function has({ events }: ShownStream, type: string): boolean {
  return events.some((event) => event.type === type);
}

/** Whether a stream came to its end without a failure that it says. */
function isOver({ isWhole, hasError, isCompleted }: ShownStream): boolean {
  return isCompleted || (isWhole && !hasError);
}

function over(shown: Shown): { readonly seen: string; readonly none: string } {
  const count = shown.streams.filter(isOver).length;
  return { seen: `${count} of them`, none: shown.noneOf("end of an answer") };
}

function completionObjection({ at, isCompleted, events }: ShownStream): Failure | undefined {
  if (isCompleted) return undefined;
  return { at, expected: `a ${COMPLETED}`, found: `the end after ${events.at(-1)?.type ?? "nothing"}` };
}

function verificationObjection({ events }: ShownStream): Failure | undefined {
  const done = events.find(({ type }) => type === "verification.done");
  const completed = events.filter(({ type }) => type === COMPLETED);
  const given = completed.map(({ wire }) => ["response", "metadata", "verification"].reduce<unknown>(fieldOf, wire));
  if (given.some((value) => (value ?? undefined) !== undefined)) return undefined;
  const at = `${completed.at(-1)?.at}, response, metadata, verification`;
  return { at, expected: `the results of event ${done?.number} (verification.done)`, found: "nothing" };
}

/** Cut off, or ended with the event of another style. */
function isFailed(stream: ShownStream): boolean {
  const isCut = stream.isWhole && !stream.data.some(({ text }) => text === "[DONE]") && !stream.isCompleted;
  return isCut || (!stream.isCompleted && (has(stream, "response.failed") || has(stream, "response.incomplete")));
}

function failureObjection({ at, hasError, events, problem }: ShownStream): Failure | undefined {
  if (hasError) return undefined;
  const last = events.at(-1)?.type ?? "nothing";
  return { at, expected: "an event of type error", found: `${problem ?? "the end of the stream"} after ${last}` };
}
