/** A number of a caller's own table as a sentence must show it: six digits that count, in groups of three. */
export function numberWords(value: number): string {
  const digits = String(Number(value.toPrecision(6)));
  const [whole = "", decimals] = digits.split(".");
  const size = Math.abs(Number(digits));
  if (size === 0) return "0";
  if (size < 1e-6 || size >= 1e15) return Number(digits).toExponential();
  const grouped = whole.replace(/(?<=\d)(?=(?:\d{3})+$)/g, ",");
  return decimals === undefined ? grouped : `${grouped}.${decimals}`;
}

/** The same of a change, which has its sign. */
export function changeWords(value: number): string {
  const words = numberWords(value);
  return words === "0" || words.startsWith("-") ? words : `+${words}`;
}

/** A share in per cent: tenths of one, rounded down. */
export function shareWords(share: number): string {
  const tenths = Math.trunc(share * 1000 + 1e-9);
  return `${Math.trunc(tenths / 10)}.${tenths % 10}%`;
}
