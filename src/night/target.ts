/** Where the messages of a list go. */
export interface NightTarget {
  /** A web address, mail addresses, or a program. */
  readonly kind: "webhook" | "mail" | "program";
  /** What stands behind it: never shown and never kept, because a web address is often a key by itself. */
  readonly address: string;
  /** The target without what may be secret, like `https://hooks.example.com/...`. */
  readonly shown: string;
  /** Names the target in the outbox: half of the SHA-256 of kind and address, 32 hexadecimal digits. */
  readonly digest: string;
}

/** Texts that must not appear in an output: the address, and the parts of a web address that may be keys. */
export function secretsOf({ kind, address }: NightTarget): readonly string[] {
  if (kind === "mail") return [];
  if (kind === "program") return [address];
  const { pathname, search, hash } = new URL(address);
  const values = new URLSearchParams(search).values();
  return [address, `${pathname}${search}${hash}`, ...pathname.split("/"), ...values].filter((text) => text !== "/");
}
