import type { Asked, Served } from "./model_server.ts";

/** What is told before the sentences that may be chosen. */
const CHOICE = '{"looked_up"';

/**
 * What a model replies that has the prices of a company looked up, and then chooses the first sentence of its list.
 * @param ticker The company.
 */
export function choosingReply({ body: { messages = [], tools } }: Asked, ticker: string): Served {
  if (tools !== undefined) {
    const isDone = messages.some(({ role }) => role === "tool");
    return isDone ? '{"calls": []}' : { calls: [{ name: "price_history", arguments: JSON.stringify({ ticker }) }] };
  }
  const told = messages.map(({ content }) => String(content)).find((content) => content.includes(CHOICE));
  if (told === undefined) return "hello";
  const { sentences: [first] } = JSON.parse(told.slice(told.indexOf(CHOICE))) as {
    readonly sentences: readonly { readonly id: string; readonly claims: readonly string[] }[];
  };
  return JSON.stringify({ sentences: first ? [{ phrase: first.id, claims: first.claims }] : [] });
}
