import { oneLine } from "../text/control.ts";

const SIDE = /^(?:for|against): /i;
const CHANCE = /^the chance of a 15% drawdown within .*?, at (?=annualised)/;

/**
 * The beginning of a driver or a risk, for a line that shows the name and its figures: without the side, the ticker, the
 * chance of a fall, and what follows a semicolon, or of a point with a side its first sentence, which only explains.
 * @param text A driver or a risk; only its first line counts if it has several.
 * @param ticker The name beside it; empty for none.
 * @returns One line without a full stop at its end.
 */
export function shortPoint(text: string, ticker: string): string {
  const one = oneLine(text);
  const [line = ""] = one.replace(SIDE, "").split(SIDE.test(one) ? /; |\. / : "; ");
  const [, rest = line] = ticker !== "" && line.startsWith(ticker)
    ? /^(?:['’]s|:)? (.+)$/.exec(line.slice(ticker.length)) ?? [] // T begins "There" too
    : [];
  return rest.replace(CHANCE, "").replace(/\.$/, "");
}
