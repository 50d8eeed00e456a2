/**
 * A second reader of reports, which shares nothing with ours: a tree of the whole document, prefixes as everybody writes
 * them, and binary arithmetic. It is for files that were filed, not for hostile ones.
 */
import { parseDocument } from "npm:htmlparser2@10.1.0";

/** What is used of a node of the tree. */
interface Node {
  readonly type: string;
  readonly name?: string;
  readonly data?: string;
  readonly attribs?: Readonly<Record<string, string>>;
  readonly children?: readonly Node[];
}

/** A fact of the whole company, or of one class of its shares. */
export interface SecondFact {
  /** Tag, unit, period and class of shares: `us-gaap/Assets USD 2024-09-28`. */
  readonly key: string;
  readonly value: number;
  /** Digits behind the point that are exact, as `decimals` says it; Infinity without it. */
  readonly decimals: number;
}

const TAXONOMIES = ["us-gaap", "dei", "srt", "ifrs-full"];
const NUMBERS = new Set(["ixt:num-dot-decimal", "ixt:numdotdecimal"]);
const ZEROS = new Set(["ixt:fixed-zero", "ixt:zerodash", "ixt:numdash"]);

/** All numbers that a report states, in the order of the document, as often as it states them. */
export function secondReading(text: string): readonly SecondFact[] {
  const nodes = [...nodesBelow(parseDocument(text, { xmlMode: true }) as unknown as Node)];
  const contexts = new Map(nodes.filter((node) => local(node) === "context").map((node) => [id(node), periodOf(node)]));
  const units = new Map(nodes.filter((node) => local(node) === "unit").map((node) => [id(node), unitOf(node)]));
  return nodes.flatMap((node) => {
    const isInline = node.name === "ix:nonFraction";
    const [prefix = "", name = ""] = (isInline ? node.attribs?.["name"] ?? "" : node.name ?? "").split(":");
    const unit = units.get(node.attribs?.["unitRef"] ?? "");
    if (unit === undefined || !TAXONOMIES.includes(prefix) || node.attribs?.["xsi:nil"] === "true") return [];
    const context = contexts.get(node.attribs?.["contextRef"] ?? "");
    const value = isInline ? inlineValue(node) : Number(textOf(node));
    if (context === undefined || context.parts.length > 1 || value === undefined) return [];
    const [part] = context.parts;
    if (part !== undefined && !(part.axis === "us-gaap:StatementClassOfStockAxis" && /shares$/.test(unit))) return [];
    const key = [
      `${prefix}/${name}`,
      unit,
      context.period,
      ...(part === undefined ? [] : [part.member.replace(":", "/")]),
    ];
    const decimals = node.attribs?.["decimals"] ?? "INF";
    return [{ key: key.join(" "), value, decimals: decimals === "INF" ? Infinity : Number(decimals) }];
  });
}

/** The most exact value of each fact. */
export function mostExact(facts: readonly SecondFact[]): ReadonlyMap<string, number> {
  const groups = Map.groupBy(facts, ({ key }) => key);
  return new Map(
    [...groups].map((
      [key, group],
    ) => [key, group.reduce((best, one) => one.decimals > best.decimals ? one : best).value]),
  );
}

function* nodesBelow(node: Node): Generator<Node> {
  const stack = [node];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    if (next.type !== "text") yield next;
    stack.push(...(next.children ?? []).toReversed());
  }
}

function textOf(node: Node): string {
  return node.type === "text" ? node.data ?? "" : (node.children ?? []).map(textOf).join("");
}

const local = ({ name = "" }: Node) => name.replace(/^xbrli:/, "");
const id = ({ attribs }: Node) => attribs?.["id"] ?? "";

function below(node: Node, name: string): readonly Node[] {
  return [...nodesBelow(node)].filter((one) => local(one) === name);
}

function periodOf(context: Node) {
  const [start, end, instant] = ["startDate", "endDate", "instant"].map((name) =>
    below(context, name).map(textOf)[0]?.trim()
  );
  const parts = [...nodesBelow(context)].filter(({ name = "" }) => /^xbrldi:\w+Member$/.test(name));
  return {
    period: instant ?? `${start}/${end}`,
    parts: parts.map((one) => ({ axis: one.attribs?.["dimension"] ?? "", member: textOf(one).trim() })),
  };
}

function unitOf(unit: Node): string {
  const names = below(unit, "measure").map((one) => textOf(one).trim().replace(/^.*:/, ""));
  return names.join("/");
}

function inlineValue(node: Node): number | undefined {
  const { format, scale = "0", sign } = node.attribs ?? {};
  const text = textOf(node).trim();
  if (format !== undefined && ZEROS.has(format)) return 0;
  if (format !== undefined && !NUMBERS.has(format)) return undefined;
  return (sign === "-" ? -1 : 1) * Number(text.replaceAll(",", "")) * 10 ** Number(scale);
}
