/** Bytes `from` up to, not including, `to`. */
export interface ByteRange {
  readonly from: number;
  readonly to: number;
}

/**
 * Reads a `Range` header (RFC 9110, section 14.2).
 *
 * @param length Length of the whole, in bytes.
 * @returns `whole` for no header, several ranges or another unit, which a server may ignore;
 * `unsatisfiable` for a range that holds no byte.
 */
export function readByteRange(header: string | null, length: number): ByteRange | "whole" | "unsatisfiable" {
  const read = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(header?.trim() ?? "");
  const [, first = "", last = ""] = read ?? [];
  if (!read || (first === "" && last === "")) return "whole";
  if (first !== "" && last !== "" && Number(last) < Number(first)) return "whole";
  const from = first === "" ? Math.max(0, length - Number(last)) : Number(first);
  const to = first === "" || last === "" ? length : Math.min(length, Number(last) + 1);
  return from < to ? { from, to } : "unsatisfiable";
}
