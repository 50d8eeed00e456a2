/** Digits that a number of a caller's own table is shown with. */
const DIGITS = 6;

/** Shows a number of a caller's own table with six significant digits: `1,234.57`, `-0.5`, `1.5e-9`. */
export function showOwn(value: number): string {
  const rounded = Number(value.toPrecision(DIGITS));
  const size = Math.abs(rounded);
  if (size === 0) return "0";
  if (size < 1e-6 || size >= 1e15) return rounded.toExponential();
  return rounded.toLocaleString("en-US", { maximumSignificantDigits: DIGITS });
}

/** The same with its sign, of a change. */
export function showOwnChange(value: number): string {
  const shown = showOwn(value);
  return value > 0 && shown !== "0" ? `+${shown}` : shown;
}

/** A share in per cent with one decimal, rounded down: 99.97% is not all. */
export function showOwnShare(value: number): string {
  return `${(Math.floor(value * 1000 + 1e-9) / 10).toFixed(1)}%`;
}
