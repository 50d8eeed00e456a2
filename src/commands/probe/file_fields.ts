import type { FileReference } from "../../protocol/file_reference.ts";
import { excerpt } from "../../text/control.ts";
import { columns } from "../../view/columns.ts";
import { type Exchange, headerOf } from "./exchange_lines.ts";
import { count } from "../../view/step_words.ts";

/** Headers of a download, and what each is good for. */
const HEADERS: readonly (readonly [name: string, becomes: string])[] = [
  ["content-length", "checked against the bytes"],
  ["content-type", "media type"],
  ["content-disposition", "not used: the answer names the file"],
  ["etag", "lets a broken download go on"],
  ["accept-ranges", "lets a broken download go on"],
];

/**
 * Tells what came with a file, and what is missing.
 * @param file As the answer named it.
 */
export function fileFields(exchange: Exchange, { file_id, filename }: FileReference): string[] {
  const came = HEADERS.flatMap(([name, becomes]) => {
    const value = headerOf(exchange, name);
    return value === undefined ? [] : [[name, excerpt(value, 44), becomes]];
  });
  const missing = HEADERS.filter(([name]) => headerOf(exchange, name) === undefined).map(([name]) => name);
  return [
    ...columns([
      ["field", "what came", "becomes"],
      ["file_id", excerpt(file_id, 44), "the path it is fetched from"],
      ["filename", excerpt(filename ?? "nothing", 44), "its name on disk, made safe"],
      ["body", count(exchange.bytes, "byte"), "the file"],
      ...came,
    ]),
    ...(missing.length === 0 ? [] : [`Missing: ${missing.join(", ")}.`]),
  ];
}
