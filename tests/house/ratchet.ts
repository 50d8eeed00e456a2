/** One number of the house, as it is counted now. */
export interface Count {
  readonly count: number;
  /** What it counts: what was written last comes first, because that made it rise, unless `order` says otherwise. */
  readonly of: readonly string[];
  readonly order?: string;
  /** How to get it down: an order. */
  readonly remedy: string;
}

/** A row of `limits.json`. */
export interface Limit {
  readonly limit: number;
  /** By how much an issue lets it rise. The commit that closes the issue deletes it, and puts the count into `limit`. */
  readonly granted?: readonly { readonly issue: number; readonly more: number }[];
}

/** Numbers by name. */
export type Counts = Readonly<Record<string, Count>>;
export type Limits = Readonly<Record<string, Limit>>;

const SHOWN = 40;

/** The highest count that passes. */
export function highest({ limit, granted = [] }: Limit): number {
  return granted.reduce((all, { more }) => all + more, limit);
}

/** What is wrong with these counts, a message for each; nothing if all pass. */
export function complaints(counts: Counts, limits: Limits): string[] {
  const dead = Object.keys(limits).filter((name) => counts[name] === undefined);
  return [
    ...Object.entries(counts).flatMap(([name, count]) => complaint(name, count, limits[name]) ?? []),
    ...dead.map((name) => `Nothing counts "${name}": delete its row in tests/house/limits.json`),
  ];
}

function complaint(name: string, counted: Count, limit: Limit | undefined): string | undefined {
  const { count, remedy, of, order = "written last" } = counted;
  if (limit === undefined) return `"${name}" has no limit: write ${count} into tests/house/limits.json`;
  if (count < limit.limit) {
    return `"${name}" fell from ${limit.limit} to ${count}: write it down with ` +
      "`deno run -A tests/house/numbers.ts --write`";
  }
  if (count <= highest(limit)) return undefined;
  const shown = of.slice(0, SHOWN).map((one) => `\n  ${one}`).join("");
  return `"${name}" rose to ${count}, its limit is ${highest(limit)}. ${remedy}, or have an issue grant the rise: ` +
    `CONTRIBUTING.md, "What may not grow". ${of.length} in all, ${order} first:${shown}`;
}

/** The text of `limits.json` with each limit that is above its count lowered to it. */
export function lowered(text: string, counts: Counts): string {
  return text.replace(/("([^"]+)": \{\s*"limit": )(\d+)/g, (row, head: string, name: string, limit: string) => {
    const { count } = counts[name] ?? {};
    return count !== undefined && count < Number(limit) ? `${head}${count}` : row;
  });
}
