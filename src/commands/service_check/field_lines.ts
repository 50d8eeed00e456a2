import { isRecord } from "../../text/options.ts";
import { fieldOf, filesIn, type Part, type Shown, type StreamEvent } from "./shown.ts";
import { THESIS_FIELDS } from "./thesis_fields.ts";
import {
  About,
  type Check,
  fail,
  type Failure,
  has,
  type Kind,
  notShown,
  NUMBER,
  OBJECT,
  optional,
  pass,
  STRING,
  valueWords,
  type Verdict,
  wrongField,
} from "./verdict.ts";

const ADDED = "response.output_item.added";
const CODE = "response.code_execution";
const ITEM_TYPES: readonly unknown[] = ["message", "function_call", "function_call_output"];
const LIST_OR_NULL = { name: "an array or null", has: (value: unknown) => Array.isArray(value) || value === null };
const ANYTHING = { name: "the tool's result", has: (value: unknown) => value !== undefined };

/** The known payload of each event; the fields of a code's output are those of section 2.4. */
export const PAYLOADS: readonly (readonly [type: string, fields: Readonly<Record<string, Kind>>])[] = [
  ["response.output_text.delta", { delta: STRING }],
  ["response.created", { response: OBJECT }],
  [ADDED, { item: OBJECT }],
  ["response.completed", { response: OBJECT }],
  ["response.function_call_arguments.delta", { call_id: STRING, delta: STRING }],
  ["response.function_call_arguments.done", { call_id: STRING, arguments: STRING }],
  ["response.code_execution.added", { item_id: STRING, name: STRING }],
  ["response.code_execution.input_delta", { item_id: STRING, delta: STRING }],
  ["response.code_execution.started", { item_id: STRING }],
  [`${CODE}.output`, { item_id: STRING }],
];

/** The fields of items. */
const ITEM_FIELDS: readonly (readonly [type: string, name: string, is: Kind])[] = [
  ["function_call", "call_id", STRING],
  ["function_call", "name", STRING],
  ["function_call", "arguments", STRING],
  ["function_call_output", "call_id", STRING],
  ["function_call_output", "output", ANYTHING],
];

/** The fields of what a code execution put out. */
const OUTPUT_FIELDS = { stdout: STRING, stderr: STRING, return_code: NUMBER, files: LIST_OR_NULL };

const EXECUTIONS = executions(outputsOf);
const FILES = files(filesOf);
const VERIFICATIONS = new About(
  (shown) => partsOf(shown, "response", "metadata", "verification").filter(({ wire }) => isRecord(wire)),
  {
    seen: (all) => all.map(({ wire }) => valueWords(fieldOf(wire, "confidence"))).join(", "),
    none: "metadata.verification",
  },
);
const MESSAGES = new About(messagesOf, { seen: () => "response.content_part.added came", none: "message with text" });

/** Sections 2 and 6.2: each object and its fields. */
export const FIELD_LINES: readonly Check[] = [
  { id: "2.1.body", says: "the body is a JSON object", judge: isObjectBody },
  resultField("agent_thesis", OBJECT),
  ...THESIS_FIELDS.filter(({ path }) => !path.startsWith("metadata.")).map(({ path, is }) => resultField(path, is)),
  givenObject("2.2.metadata", ["response", "metadata"]),
  givenObject("2.2.verification", ["response", "metadata", "verification"]),
  VERIFICATIONS.line("2.2.confidence", "metadata.verification.confidence is a number", has("confidence", NUMBER)),
  items().line("2.3.type", "an item is a message, function_call or function_call_output", wrongType),
  ...ITEM_FIELDS.map(([type, name, is]) => itemField(type, name, is)),
  MESSAGES.line("2.3.message", "a message contains content parts", ({ at, types }) => {
    if (types.has("response.content_part.added")) return undefined;
    return { at, expected: "a response.content_part.added", found: "a message with text and no part" };
  }),
  executions((shown) => {
    const events = executionsWith("added", ["input_delta", "started", "output"], shown);
    return events.filter(({ id }) => STRING.has(id));
  }).line("2.4.item_id", "each execution is identified by item_id", ({ at, id, isKnown }) => {
    if (isKnown) return undefined;
    return { at: `${at}, item_id`, expected: `the item_id of a ${CODE}.added`, found: valueWords(id) };
  }),
  executions((shown) => executionsWith("input_delta", ["output"], shown))
    .line("2.4.input", "each execution has an input, in pieces", ({ at, isKnown }) => {
      return isKnown ? undefined : { at, expected: `a ${CODE}.input_delta of this execution`, found: "none" };
    }),
  ...Object.entries(OUTPUT_FIELDS)
    .map(([name, is]) => EXECUTIONS.line(`2.4.${name}`, `${name} is ${is.name}`, has(name, is))),
  files(fileListsOf).line("2.5.objects", "a file field holds an array of objects", wrongEntry),
  FILES.line("2.5.file_id", "file_id is a string", wrongFileId),
  FILES.line("2.5.filename", "filename is a string where it is given", has("filename", optional(STRING))),
  ...PAYLOADS.map(([type, fields]) => payload(type, Object.entries(fields))),
];

function payload(type: string, fields: readonly (readonly [name: string, kind: Kind])[]): Check {
  const says = `${type} has ${fields.map(([name]) => name).join(", ")}`;
  return new About((shown) => shown.eventsOf(type), { seen: "of them", none: type })
    .line(`6.2.${type.replace("response.", "")}`, says, (event) => {
      return fields.flatMap(([name, kind]) => wrongField(event, name, kind) ?? [])[0];
    });
}

function itemField(type: string, name: string, is: Kind): Check {
  return items(type).line(`2.3.${type}.${name}`, `${type} has ${name}, ${is.name}`, (item) => {
    const isToCome = name === "arguments" && item.type === ADDED; // 6.3, rule 1
    return wrongField(item, name, isToCome ? optional(is) : is);
  });
}

function executions<Subject>(find: (shown: Shown) => readonly Subject[]): About<Subject> {
  return new About(find, { seen: (_, shown) => `${outputsOf(shown).length} executions`, none: "code execution" });
}

function files(find: (shown: Shown) => readonly Part[]): About<Part> {
  return new About(find, { seen: (_, shown) => `${filesOf(shown).length} files`, none: "file" });
}

/** The streams with a message that has text, and the types of their events. */
function messagesOf({ streams }: Shown): { readonly at: string; readonly types: ReadonlySet<string> }[] {
  return streams.map(({ at, events }) => ({ at, types: new Set(events.map(typeWords)) }))
    .filter(({ types }) => types.has(`${ADDED} message`) && types.has("response.output_text.delta"));
}

function resultField(path: string, is: Kind): Check {
  const names = path.split(".");
  const name = names.pop() ?? "";
  return {
    id: `2.1.${name}`,
    says: `${path} is ${is.name}`,
    judge(shown) {
      const { result } = shown;
      if (result === undefined) return notShown(shown.wordsOf("reasoning"));
      // The holder is judged by a check of its own.
      const wire = fieldOf(result.wire, ...names);
      if (!isRecord(wire)) return notShown(`${names[0] ?? "the body"} is not an object`);
      const wrong = wrongField({ at: [result.at, ...names].join(", "), wire }, name, is);
      return wrong === undefined ? pass(valueWords(wire[name])) : fail(wrong);
    },
  };
}

function isObjectBody(shown: Shown): Verdict {
  const { result } = shown;
  if (result === undefined) return notShown(shown.wordsOf("reasoning"));
  const { at, wire, isJson } = result;
  if (isRecord(wire)) return pass("a JSON object");
  return fail({ at: `${at}, body`, expected: "a JSON object", found: isJson ? valueWords(wire) : String(wire) });
}

/** A part of each completed response. */
function partsOf(shown: Shown, ...path: readonly string[]): Part[] {
  return shown.eventsOf("response.completed").map(({ at, wire }) => ({
    at: [at, ...path].join(", "),
    wire: fieldOf(wire, ...path),
  }));
}

function givenObject(id: string, path: readonly string[]): Check {
  const words = path.slice(1).join(".");
  const name = path.at(-1) ?? "";
  const find = (shown: Shown) =>
    partsOf(shown, ...path.slice(0, -1)).filter(({ wire }) => (fieldOf(wire, name) ?? null) !== null);
  return new About(find, { seen: "responses", none: words })
    .line(id, `${words} is an object where it is given`, has(name, OBJECT));
}

/** The items that events name, with the type of the event. */
function items(type?: string): About<Part & Pick<StreamEvent, "type">> {
  const find = (shown: Shown) =>
    shown.eventsOf(ADDED, "response.output_item.done")
      .map(({ at, type, wire }) => ({ at: `${at}, item`, wire: fieldOf(wire, "item"), type }))
      .filter(({ wire }) => isRecord(wire) && (type === undefined || wire["type"] === type));
  return new About(find, { seen: "items", none: type ?? "item" });
}

function wrongType({ at, wire }: Part): Failure | undefined {
  const type = fieldOf(wire, "type");
  if (ITEM_TYPES.includes(type)) return undefined;
  return { at: `${at}, type`, expected: ITEM_TYPES.join(", "), found: valueWords(type) };
}

/** The type of an event, with that of its item where one is added. */
function typeWords({ type, wire }: StreamEvent): string {
  return type === ADDED ? `${type} ${fieldOf(wire, "item", "type")}` : type;
}

function outputsOf(shown: Shown): StreamEvent[] {
  return shown.eventsOf(`${CODE}.output`);
}

/** Events of code, and whether their execution has one of another name. */
function executionsWith(other: string, names: readonly string[], shown: Shown) {
  const idOf = ({ wire }: StreamEvent) => fieldOf(wire, "item_id");
  const ids = new Set(shown.eventsOf(`${CODE}.${other}`).map(idOf));
  const events = shown.eventsOf(...names.map((name) => `${CODE}.${name}`));
  return events.map((event) => ({ ...event, id: idOf(event), isKnown: ids.has(idOf(event)) }));
}

function filesOf(shown: Shown): Part[] {
  return outputsOf(shown).flatMap(filesIn);
}

/** The file fields of the events that name a file. */
function fileListsOf(shown: Shown): Part[] {
  return outputsOf(shown).map(({ at, wire }) => ({ at, wire: fieldOf(wire, "files") }))
    .filter(({ wire }) => Array.isArray(wire) && wire.length > 0);
}

function wrongEntry({ at, wire }: Part): Failure | undefined {
  const files: readonly unknown[] = Array.isArray(wire) ? wire : [];
  const odd = files.findIndex((file) => !isRecord(file));
  return odd < 0 ? undefined : { at: `${at}, files/${odd}`, expected: "an object", found: valueWords(files[odd]) };
}

function wrongFileId(file: Part): Failure | undefined {
  const isEmpty = fieldOf(file.wire, "file_id") === "";
  if (isEmpty) return { at: `${file.at}, file_id`, expected: "an identifier", found: '""' };
  return wrongField(file, "file_id", STRING);
}
