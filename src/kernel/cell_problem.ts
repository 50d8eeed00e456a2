/** Something in a notebook that keeps it from running, or from being what it was. */
export interface CellProblem {
  /** Number of the cell, as Jupyter shows it; absent when it is no cell's. */
  readonly cell?: number;
  /** Line in the cell, from 1, where it is known. */
  readonly line?: number;
  readonly message: string;
  /** What to do next. */
  readonly cure: string;
}

/** A problem in one line, like `cell 3, line 2: TypeError: ...; correct it`. */
export function problemLine({ cell, line, message, cure }: CellProblem): string {
  const place = [...cell === undefined ? [] : [`cell ${cell}`], ...line === undefined ? [] : [`line ${line}`]];
  return `${place.length === 0 ? "" : `${place.join(", ")}: `}${message.replace(/[.;]\s*$/, "")}; ${cure}`;
}
