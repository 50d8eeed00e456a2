import { codeMask, depthsOf } from "./code_mask.ts";

/** An import declaration in a cell. */
export interface CellImport {
  /** Where it begins and ends in the cell. */
  readonly start: number;
  readonly end: number;
  /** What stands before `from`, without `import`. */
  readonly clause: string;
  /** The module, like `npm:zod`. */
  readonly module: string;
}

/** The import declarations at the top level of a cell, in their order. */
export function importsOf(code: string): CellImport[] {
  const mask = codeMask(code);
  const depths = depthsOf(mask);
  return [...mask.matchAll(/(?<![\w$.])import\b(?!\s*[(.])/g)].flatMap(({ index: start }) => {
    const open = mask.slice(start).search(/["']/) + start;
    if (depths[start] !== 0 || open < start) return [];
    const close = mask.indexOf(mask[open] ?? "", open + 1);
    const [rest = ""] = /^\s*(?:with\s*\{[^}]*\})?[ \t]*;?/.exec(mask.slice(close + 1)) ?? [];
    const clause = code.slice(start + "import".length, open).replace(/\bfrom\s*$/, "");
    return [{ start, end: close + 1 + rest.trimEnd().length, clause, module: code.slice(open + 1, close) }];
  });
}

/** A name that an import binds. */
export interface Binding {
  readonly local: string;
  /** What it is, to see whether two imports mean the same: a module and a name in it. */
  readonly means: string;
  readonly isType: boolean;
}

/**
 * Rewrites an import so that it binds no name twice.
 * @param bind Gets each name; gives the name to bind in its place.
 * @returns The text of the declaration, with as many lines.
 */
export function rebound(code: string, found: CellImport, bind: (binding: Binding) => string): string {
  const text = code.slice(found.start, found.end);
  const isType = /^\s*type\s+(?!from\b)[\w${*]/.test(found.clause);
  const named = (local: string, imported: string, ownType = false) =>
    bind({ local, means: `${found.module} ${imported}`, isType: isType || ownType });
  const [head, list] = splitClause(found.clause);
  const newHead = head
    .replace(/(\*\s+as\s+)([\w$]+)/, (_, star: string, local: string) => star + named(local, "*"))
    .replace(/^(\s*(?:type\s+(?!,|$))?)([A-Za-z_$][\w$]*)(?=\s*(?:,|$))/, (_, before: string, local: string) => {
      return before + named(local, "default");
    });
  const newList = list.replace(
    /(\btype\s+)?\b([\w$]+)(?:(\s+as\s+)([\w$]+))?(?=\s*[,}])/g,
    (all, type: string | undefined, imported: string, _as, alias?: string) => {
      const local = alias ?? imported;
      const bound = named(local, imported, type !== undefined);
      return bound === local ? all : `${type ?? ""}${imported} as ${bound}`;
    },
  );
  return text.replace(found.clause, () => newHead + newList);
}

function splitClause(clause: string): [head: string, list: string] {
  const open = clause.indexOf("{");
  return open < 0 ? [clause, ""] : [clause.slice(0, open), clause.slice(open)];
}
