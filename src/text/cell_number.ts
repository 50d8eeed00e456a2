/** Cells in which exports say that there is no value. */
const BLANK = /^(?:-+|–|—|n\/?a|null|none|nan)?$/i;
const NUMBER = /^[+-]?(?:\d+(?:[.,]\d*)?|[.,]\d+)(?:e[+-]?\d{1,2})?$/i;

/** Whether a cell of a list, without spaces around it, says that there is no value. */
export function isBlankCell(text: string): boolean {
  return BLANK.test(text);
}

/** Reads the number in a cell of a list: `4.75`, `4,75%`, `−1.5`, `(1.5)` and `1.5-`; a percent sign does not change it. */
export function cellNumber(text: string): number | undefined {
  const bare = text.replace(/[\s%\u00a0\u202f]/g, "").replace(/[−–]/g, "-");
  const inParentheses = /^\((.*)\)$/.exec(bare)?.[1];
  const trailing = /^(\d.*)-$/.exec(bare)?.[1];
  const negative = inParentheses ?? trailing;
  const plain = negative ?? bare;
  if (!NUMBER.test(plain)) return undefined;
  const value = Number(plain.replace(",", "."));
  return Number.isFinite(value) ? (negative === undefined ? value : -value) : undefined;
}
