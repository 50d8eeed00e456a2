import { oneLine } from "../text/control.ts";
import type { ThesisRow } from "./thesis_row.ts";
import { companyNames } from "./warnings.ts";

const SIDE = /^(?:for|against): /i;
const LABEL = /(?:^|[.:*] )\**((?:(?!\. |: |\*).){1,80}?) \(([^ ()]+)\)/g;
const CHANCE = /^the chance of a 15% drawdown within .*?, at (?=annualised)/;

type Named = Pick<ThesisRow, "ticker" | "company" | "subject" | "reasoning">;

/**
 * The beginning of a driver or a risk, for a line that shows the name and its figures: without the side, the company, the
 * chance of a fall, and what follows a semicolon, or of a point with a side its first sentence, which only explains.
 * @param text A driver or a risk; only its first line counts if it has several.
 * @param about Whose it is; a reasoning that says `Apple (AAPL)` anywhere names it too.
 * @returns One line without a full stop at its end.
 */
export function shortPoint(
  text: string,
  { ticker, subject = ticker, company = "", reasoning = "" }: Named,
): string {
  const one = oneLine(text);
  const [line = ""] = one.replace(SIDE, "").split(SIDE.test(one) ? /; |\. / : "; ");
  const labels = [...reasoning.matchAll(LABEL)].flatMap(([, label = "", of]) => of === subject ? [label] : []);
  const names = [subject, ...labels, ...companyNames(company.replace(/^the /i, ""))];
  const rests = names.filter((name) => name !== "" && line.startsWith(name)).flatMap((name) =>
    /^(?:(?:['’]s?|:) | (?![A-Z]\S*['’]))(.+)$/.exec(line.slice(name.length))?.slice(1) ?? [] // T begins "There" too
  );
  return (rests.toSorted((one, other) => one.length - other.length)[0] ?? line).replace(CHANCE, "").replace(/\.$/, "");
}
