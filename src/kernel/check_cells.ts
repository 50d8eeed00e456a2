import type { CellProblem } from "./kernel_error.ts";
import { importsOf, rebound } from "./cell_imports.ts";
import { runDeno } from "./run_deno.ts";
import { stripControl } from "../text/control.ts";
import { codeMask, depthsOf } from "./code_mask.ts";

/** A cell to check. */
export interface CheckedCell extends CellSource {
  /** Of a cell tagged `raises-exception` no problem is reported. */
  readonly tags: readonly string[];
}

/** Declared twice, in TypeScript's numbers: what the kernel allows between cells. */
const DECLARED_AGAIN = new Set([2300, 2393, 2403, 2440, 2451, 2528, 2567, 2717]);
/** Used before its declaration: in the kernel a declaration may use the one that it replaces. */
const USED_BEFORE = new Set([2448, 2454, 7022]);
const OLD_LOCK = "The lockfile is out of date";
const MISSING_EXPORT = new Set([2305, 2614, 2724]);
const MISSING_MODULE = new Set([2307, 2792]);
const MISSING_NAME = new Set([2304, 2552, 18004]);

/**
 * Type-checks the cells of a notebook as one module, with the `deno.json` and the lock of their folder. The kernel
 * itself reports none of this: it strips the types, gives undefined for a missing export, and a cell with a syntax error
 * or an unlisted package shows nothing.
 * @returns The problems, in the order of the cells; empty if absent.
 */
export async function checkCells(cells: readonly CheckedCell[], folder: string): Promise<CellProblem[]> {
  const plain = joinCells(cells);
  const first = await check(plain, folder);
  const again = declaredAgain(first, plain);
  if (again.size === 0) return await problems(first, plain, { cells, folder });
  const blocks = joinCells(cells, again);
  const names = new Set(first.filter(({ code }) => DECLARED_AGAIN.has(code)).flatMap(({ message }) => quoted(message)));
  const isAllowed = ({ code, message }: Finding) =>
    USED_BEFORE.has(code) && quoted(message).some((name) => names.has(name));
  return await problems((await check(blocks, folder)).filter((one) => !isAllowed(one)), blocks, { cells, folder });
}

async function check({ text }: JoinedCells, folder: string): Promise<Finding[]> {
  const { succeeded, stderr, moduleUrl } = await runDeno(["check", "-q"], { folder, module: text });
  if (succeeded) return [];
  const found = readCheckReport(stderr, moduleUrl);
  return found.length > 0 ? found : [{ code: 0, message: "deno check fails without a message", text: stderr }];
}

/** The cells that declare a name which an earlier cell declares. */
function declaredAgain(findings: readonly Finding[], joined: JoinedCells): Set<number> {
  const places = findings.filter(({ code }) => DECLARED_AGAIN.has(code)).map(({ message, line }) => {
    return { name: quoted(message).join(), cell: joined.originOf(line ?? 0)?.cell ?? 0 };
  });
  return new Set([...Map.groupBy(places, ({ name }) => name).values()].flatMap((same) => {
    const [first = 0] = same.map(({ cell }) => cell).toSorted((a, b) => a - b);
    return same.map(({ cell }) => cell).filter((cell) => cell > first);
  }));
}

function quoted(message: string): string[] {
  return [...message.matchAll(/'([\w$]+)'/g)].map(([, name = ""]) => name);
}

async function problems(
  findings: readonly Finding[],
  joined: JoinedCells,
  { cells, folder }: { readonly cells: readonly CheckedCell[]; readonly folder: string },
): Promise<CellProblem[]> {
  const mayRaise = new Set(cells.filter(({ tags }) => tags.includes("raises-exception")).map(({ number }) => number));
  const found = findings.map((finding) => ({ ...placed(finding, joined, cells), finding }));
  const raising = found.find(({ cell, finding }) => finding.code === 0 && cell !== undefined && mayRaise.has(cell));
  if (raising !== undefined) { // the others are not checked yet: this one stops the parser
    return await checkCells(cells.filter(({ number }) => number !== raising.cell), folder);
  }
  return found.filter(({ cell }) => cell === undefined || !mayRaise.has(cell))
    .map(({ finding, ...place }) => ({ ...place, message: wordsOf(finding), cure: cureOf(finding) }))
    .toSorted((a, b) => (a.cell ?? 0) - (b.cell ?? 0) || (a.line ?? 0) - (b.line ?? 0));
}

function placed(
  { line, text }: Finding,
  joined: JoinedCells,
  cells: readonly CheckedCell[],
): Pick<CellProblem, "cell" | "line"> {
  const origin = line === undefined ? undefined : joined.originOf(line) ?? joined.originOf(line - 1);
  if (origin !== undefined) return origin;
  for (const { number: cell, source } of line === undefined ? cells : []) { // a lock that lacks a package names no place
    const found = importsOf(source).find(({ module }) => /^(?:npm|jsr|https?):/.test(module) && text.includes(module));
    if (found !== undefined) return { cell, line: source.slice(0, found.start).split("\n").length };
  }
  return {};
}

function wordsOf({ message, text }: Finding): string {
  if (!message.startsWith(OLD_LOCK)) return message;
  const [, added = "a package"] = /^ *\d+ \| \+ *"((?:npm|jsr):[^"]+)"/m.exec(text) ?? [];
  return `${added} is not in deno.lock, which is frozen`;
}

function cureOf({ code, message, elsewhere }: Finding): string {
  if (elsewhere !== undefined) return `correct ${elsewhere}`;
  if (message.startsWith(OLD_LOCK)) return "add the package to deno.json and run `deno install --frozen=false`";
  if (/^(?:npm|jsr) package/i.test(message)) return "correct its name, or list the package in deno.json";
  if (MISSING_EXPORT.has(code)) return "in Jupyter it would be undefined; import a name that the module exports";
  if (MISSING_MODULE.has(code)) return "correct the path, or list the module in the imports of deno.json";
  if (MISSING_NAME.has(code)) return "declare or import it, in this cell or an earlier one";
  if (code === 0) return "correct it; Jupyter would show nothing for this cell";
  return "correct it, or write // @ts-expect-error and the reason above the line";
}

/** One finding of `deno check`. */
interface Finding {
  /** Like 2322; 0 when the module cannot be parsed or resolved. */
  readonly code: number;
  readonly message: string;
  /** Line of the checked module, from 1; absent when the finding is elsewhere or has no place. */
  readonly line?: number;
  /** All that is printed of it. */
  readonly text: string;
  /** The module and line where it is, when that is not the checked one. */
  readonly elsewhere?: string;
}

/** Reads what `deno check` of Deno 2.9 printed about one module. */
export function readCheckReport(report: string, moduleUrl: string): Finding[] {
  const [text = ""] = stripControl(report).split("\nStack backtrace:");
  const starts = [...text.matchAll(/^(?:TS(\d+) \[ERROR\]|error): /gm)];
  return starts.flatMap(({ index, 0: head, 1: code }, at) => {
    const block = text.slice(index + head.length, starts[at + 1]?.index);
    if (block.startsWith("Type checking failed")) return [];
    return [{ code: Number(code ?? 0), message: messageOf(block), text: block, ...placeOf(block, moduleUrl) }];
  });
}

/** The message, without the excerpt of the source. */
function messageOf(block: string): string {
  const lines = block.split("\n");
  const end = lines.findIndex((line) => /^ {4}at \S+:\d+:\d+$|^Found \d+ error|^ *\|$|^changes:$/.test(line));
  const own = end < 0 ? lines : lines.slice(0, end);
  const mark = own.findIndex((line) => /^\s*[~^]+$/.test(line));
  const said = mark < 0 ? own : own.slice(0, mark - 1);
  return said.map((line) => line.trim()).filter(Boolean).join(" ").replace(/file:\/\/\/(?:[^\s"'()]*\/)?/g, "");
}

function placeOf(block: string, moduleUrl: string): Pick<Finding, "line" | "elsewhere"> {
  const [, url, line] = /^ {4}at (\S+):(\d+):\d+$/m.exec(block) ?? [];
  if (url === undefined) return {};
  if (url === moduleUrl) return { line: Number(line) };
  return { elsewhere: `${url.replace(/^.*\//, "")}, line ${line}` };
}

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
