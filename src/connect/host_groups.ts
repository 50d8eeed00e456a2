import type { Source } from "./source.ts";

/** Sources that share a host, and all their hosts. */
export interface HostGroup {
  readonly hosts: readonly string[];
  readonly sources: readonly Source[];
}

/** Puts sources together that have a host in common: their requests share a queue. */
export function hostGroups(sources: readonly Source[]): HostGroup[] {
  const groups: HostGroup[] = [];
  for (const source of sources) {
    const together = groups.filter(({ hosts }) => hosts.some((host) => source.hosts.includes(host)));
    const apart = groups.filter((group) => !together.includes(group));
    groups.splice(0, groups.length, ...apart, {
      hosts: [...new Set([...together.flatMap(({ hosts }) => hosts), ...source.hosts])],
      sources: [...together.flatMap(({ sources }) => sources), source],
    });
  }
  return groups;
}
