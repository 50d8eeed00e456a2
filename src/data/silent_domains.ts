import type { Shelf } from "./records.ts";

/** A domain about which nothing can be said, with the reason shown. */
export interface SilentDomain {
  readonly name: string;
  readonly abstains: string;
}

/** Domains without data yet. */
export const SILENT_DOMAINS: readonly SilentDomain[] = [];

/** Domains that are read from what is filed or said: any of these kinds of it is enough to ask for them. */
const FILED_DOMAINS: readonly (SilentDomain & { readonly shelves: readonly Shelf[] })[] = [
  { name: "quality", shelves: ["facts"], abstains: "the data hold no reports" },
  { name: "value", shelves: ["facts"], abstains: "the data hold no reports" },
  { name: "events", shelves: ["facts", "filings"], abstains: "the data hold no reports" },
  { name: "insider", shelves: ["trades"], abstains: "the data hold no insider filings" },
  { name: "text", shelves: ["texts"], abstains: "the data hold no texts" },
];

/**
 * The domains about which no answer on some data says anything.
 * @param held The kinds of records of which it holds any.
 */
export function silentWith(held: readonly Shelf[]): readonly SilentDomain[] {
  const unread = new Set(SILENT_DOMAINS.map(({ name }) => name));
  const empty = FILED_DOMAINS.filter(({ name, shelves }) =>
    !unread.has(name) && !shelves.some((shelf) => held.includes(shelf))
  );
  return [...empty.map(({ name, abstains }) => ({ name, abstains })), ...SILENT_DOMAINS];
}
