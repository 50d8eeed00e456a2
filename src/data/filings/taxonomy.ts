import type { XmlName } from "./xml_events.ts";

/** Namespaces of taxonomies of any year, the name a {@linkcode FiledFact} gives them in front. */
const TAXONOMIES: readonly (readonly [name: string, namespace: RegExp])[] = [
  ["us-gaap", /^https?:\/\/(?:fasb\.org|xbrl\.us)\/us-gaap\/\d{4}(?:-\d\d-\d\d)?$/],
  ["srt", /^https?:\/\/fasb\.org\/srt\/\d{4}(?:-\d\d-\d\d)?$/],
  ["dei", /^https?:\/\/(?:xbrl\.sec\.gov|xbrl\.us)\/dei\/\d{4}(?:-\d\d-\d\d)?$/],
  ["ifrs-full", /^https?:\/\/xbrl\.ifrs\.org\/taxonomy\/\d{4}-\d\d-\d\d\/ifrs-full$/],
];

const known = new Map<string, string | undefined>();

/**
 * The tag that a name is in a taxonomy that many companies use, like `us-gaap/Assets`; `undefined` for a company's own.
 * A prefix tells nothing: anybody may declare `us-gaap` to be something else.
 */
export function tagOf({ namespace, local }: XmlName): string | undefined {
  const taxonomy = taxonomyOf(namespace);
  return taxonomy === undefined ? undefined : `${taxonomy}/${local}`;
}

/** A report names few namespaces many times; those of many reports are some hundreds. */
function taxonomyOf(namespace: string): string | undefined {
  if (known.size > 10_000) known.clear();
  return known.getOrInsertComputed(namespace, () => TAXONOMIES.find(([, pattern]) => pattern.test(namespace))?.[0]);
}
