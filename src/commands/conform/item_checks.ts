import type { Check } from "./check.ts";
import type { Part, Shown } from "./shown.ts";
import { each, fail, type Failure, notShown, pass, STRING, valueWords, type Verdict, wrongField } from "./verdict.ts";
import { fieldOf, isWire } from "./wire.ts";

const ITEM_TYPES: readonly unknown[] = ["message", "function_call", "function_call_output"];
const ITEM_EVENTS = ["response.output_item.added", "response.output_item.done"] as const;

/** Section 2.3, output items. */
export const ITEM_CHECKS: readonly Check[] = [
  {
    id: "2.3.type",
    says: "an item is a message, function_call or function_call_output",
    judge: (shown) =>
      each(itemsOf(shown), typeObjection, { seen: `${itemsOf(shown).length} items`, none: shown.noneOf("item") }),
  },
  ...(["call_id", "name"] as const).map((name): Check => ({
    id: `2.3.function_call.${name}`,
    says: `function_call has ${name}, a string`,
    judge: (shown) => ofItems(shown, "function_call", (item) => wrongField(item, name, { kind: STRING })),
  })),
  {
    id: "2.3.function_call.arguments",
    says: "function_call has arguments, a string",
    // In output_item.added they are still to come (6.3, rule 1).
    judge: (shown) =>
      ofItems(
        shown,
        "function_call",
        (item) => wrongField(item, "arguments", { kind: STRING, isOptional: item.eventType === ITEM_EVENTS[0] }),
      ),
  },
  {
    id: "2.3.function_call_output.call_id",
    says: "function_call_output has call_id, a string",
    judge: (shown) => ofItems(shown, "function_call_output", (item) => wrongField(item, "call_id", { kind: STRING })),
  },
  {
    id: "2.3.function_call_output.output",
    says: "function_call_output has output, the tool's result",
    judge: (shown) => ofItems(shown, "function_call_output", outputObjection),
  },
  { id: "2.3.message", says: "a message contains content parts", judge: hasParts },
];

interface Item extends Part {
  readonly eventType: string;
}

function itemsOf(shown: Shown): Item[] {
  return shown.eventsOf(...ITEM_EVENTS).flatMap(({ at, type, wire }) => {
    const item = fieldOf(wire, "item");
    return isWire(item) ? [{ at: `${at}, item`, wire: item, eventType: type }] : [];
  });
}

function ofItems(shown: Shown, type: string, objection: (item: Item) => Failure | undefined): Verdict {
  const items = itemsOf(shown).filter(({ wire }) => fieldOf(wire, "type") === type);
  return each(items, objection, { seen: `${items.length} items`, none: shown.noneOf(type) });
}

function typeObjection({ at, wire }: Item): Failure | undefined {
  const type = fieldOf(wire, "type");
  if (ITEM_TYPES.includes(type)) return undefined;
  return { at: `${at}, type`, expected: ITEM_TYPES.join(", "), found: valueWords(type) };
}

function outputObjection({ at, wire }: Item): Failure | undefined {
  if (Object.hasOwn(wire, "output")) return undefined;
  return { at: `${at}, output`, expected: "the tool's result", found: "nothing" };
}

function hasParts(shown: Shown): Verdict {
  const streams = shown.streams.filter(({ events }) =>
    events.some(({ type, wire }) => type === ITEM_EVENTS[0] && fieldOf(fieldOf(wire, "item"), "type") === "message") &&
    events.some(({ type }) => type === "response.output_text.delta")
  );
  if (streams.length === 0) return notShown(shown.noneOf("message with text"));
  const without = streams.find(({ events }) => !events.some(({ type }) => type === "response.content_part.added"));
  if (without === undefined) return pass("response.content_part.added came");
  return fail({ at: without.at, expected: "a response.content_part.added", found: "a message with text and no part" });
}
