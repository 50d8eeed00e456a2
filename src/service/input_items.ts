import type { InputItem } from "../protocol/response_request.ts";
import { invalidParameter } from "./get_response.ts";
import { jsonReply, type Reply } from "./reply.ts";

/** An item of an input as it is listed. */
type ListedItem = Readonly<Record<string, unknown>> & { readonly id: string; readonly type: string };

/** Lists the items of an input, each with a type and an identifier; of a file its name alone. */
export function inputItemsOf(
  input: string | readonly InputItem[],
  newId: () => string,
): readonly ListedItem[] {
  const items = typeof input === "string" ? [{ role: "user", content: input }] : input;
  return items.map((item): ListedItem => {
    const { type = "message", id } = item as InputItem & { readonly id?: unknown };
    const named = typeof id === "string" && id !== "";
    if (type !== "message") return { ...item, type, id: named ? id : `item_${newId()}` };
    const { role = "user", content } = item;
    const part = role === "assistant" ? "output_text" : "input_text";
    return {
      ...item,
      type,
      id: named ? id : `msg_${newId()}`,
      role,
      status: "completed",
      content: typeof content === "string" ? [{ type: part, text: content }] : withoutFiles(content),
    };
  });
}

/** The parts of a message without the bytes of its files, which live as long as their answer. */
function withoutFiles(content: unknown): unknown {
  if (!Array.isArray(content)) return content;
  return content.map((part: unknown) => {
    if (Object(part).type !== "input_file") return part;
    const { file_data: _bytes, ...named } = Object(part) as Readonly<Record<string, unknown>>;
    return named;
  });
}

const DEFAULT_LIMIT = 20;
const MAX_LIMIT = 100;

/**
 * Lists stored items as `?order=asc|desc&after=ID&limit=N` asks, the newest first where it does not.
 * @throws {RequestError} 400 for other values.
 */
export function listItems(input: string, url: string): Reply {
  const { searchParams } = new URL(url);
  const order = searchParams.get("order") ?? "desc";
  const limit = searchParams.get("limit") ?? String(DEFAULT_LIMIT);
  const after = searchParams.get("after");
  if (order !== "asc" && order !== "desc") throw invalidParameter("order", "asc or desc");
  if (!/^\d{1,3}$/.test(limit) || Number(limit) < 1 || Number(limit) > MAX_LIMIT) {
    throw invalidParameter("limit", `a whole number from 1 to ${MAX_LIMIT}`);
  }
  const items = JSON.parse(input) as readonly ListedItem[];
  const ordered = order === "asc" ? items : items.toReversed();
  const at = after === null ? -1 : ordered.findIndex(({ id }) => id === after);
  if (after !== null && at === -1) throw invalidParameter("after", "the id of an item of this list");
  const data = ordered.slice(at + 1, at + 1 + Number(limit));
  return jsonReply({
    object: "list",
    data,
    first_id: data[0]?.id ?? null,
    last_id: data.at(-1)?.id ?? null,
    has_more: at + 1 + data.length < ordered.length,
  });
}
