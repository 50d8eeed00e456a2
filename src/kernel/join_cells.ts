import { importsOf, rebound } from "./cell_imports.ts";
import { codeMask, depthsOf } from "./code_mask.ts";

/** A cell of a module. */
export interface CellSource {
  readonly number: number;
  readonly source: string;
}

/** A line of a cell; both numbers begin with 1. */
export interface CellLine {
  readonly cell: number;
  readonly line: number;
}

/** The cells of a notebook as one module. */
export interface JoinedCells {
  readonly text: string;
  /** Where a line of the module, from 1, comes from. */
  originOf(line: number): CellLine | undefined;
}

interface JoinedLine {
  readonly text: string;
  readonly from?: CellLine;
}

/**
 * Joins cells to a module that declares what the kernel knows after them. Imports come first; a name that a later cell
 * imports again is bound under another name. The kernel lets a cell declare a name again: such a cell begins a block,
 * which the later cells are in too.
 * @param blocks Numbers of the cells that begin a block.
 */
export function joinCells(cells: readonly CellSource[], blocks: ReadonlySet<number> = new Set()): JoinedCells {
  const imports: JoinedLine[] = [];
  const body: JoinedLine[] = [];
  const bound: BoundNames = { means: new Map(), again: 0 };
  let depth = 0;
  const open = () => {
    body.push({ text: "{" });
    depth++;
  };
  if (blocks.size > 0) open();
  for (const { number, source } of cells) {
    const { hoisted, rest, aliases } = split(source, bound);
    imports.push(...hoisted.map(({ text, line }) => ({ text, from: { cell: number, line } })));
    if (blocks.has(number) || aliases !== "") open();
    if (aliases !== "") body.push({ text: aliases, from: { cell: number, line: 1 } });
    body.push(...rest.split("\n").map((text, at) => ({ text, from: { cell: number, line: at + 1 } })));
  }
  const end = Array.from({ length: depth }, () => ({ text: "}" }));
  const lines: JoinedLine[] = [...imports, ...body, ...end, { text: "export {};" }];
  return { text: lines.map(({ text }) => text).join("\n"), originOf: (line) => lines[line - 1]?.from };
}

/** The names that imports bind, and what each means now. */
interface BoundNames {
  readonly means: Map<string, string>;
  /** How many were bound again, under a name of their own. */
  again: number;
}

/** Takes the imports out of a cell; what is left has the lines and columns of the cell. */
function split(source: string, bound: BoundNames) {
  const aliases: string[] = [];
  const hoisted: { text: string; line: number }[] = [];
  let rest = withoutExports(source);
  for (const found of importsOf(source)) {
    const text = rebound(source, found, ({ local, means, isType }) => {
      const before = bound.means.get(local);
      if (before === undefined) return bound.means.set(local, means) && local;
      const again = `${local}__again${++bound.again}`;
      if (before !== means) {
        bound.means.set(local, means);
        aliases.push(isType ? `type ${local} = ${again};` : `const ${local} = ${again};`);
      }
      return again;
    });
    const first = source.slice(0, found.start).split("\n").length;
    hoisted.push(...text.split("\n").map((one, at) => ({ text: one, line: first + at })));
    const blank = source.slice(found.start, found.end).replace(/[^\n]/g, " ");
    rest = rest.slice(0, found.start) + blank + rest.slice(found.end);
  }
  return { hoisted, rest, aliases: aliases.join(" ") };
}

/** The kernel ignores `export`; in a block it would be an error. */
function withoutExports(source: string): string {
  const mask = codeMask(source);
  const depths = depthsOf(mask);
  let text = source;
  for (
    const { index } of mask.matchAll(
      /^export(?=\s+(?:const|let|var|function|async|class|abstract|interface|type|enum)\b)/gm,
    )
  ) {
    if (depths[index] === 0) text = text.slice(0, index) + "      " + text.slice(index + "export".length);
  }
  return text;
}
