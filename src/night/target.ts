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

/** Texts that must not appear in an output: the address, and the parts of it that may be keys. */
export function secretsOf({ kind, address }: Pick<NightTarget, "kind" | "address">): readonly string[] {
  if (kind === "mail") return [];
  if (kind === "program") return [address, ...argumentsOf(address)];
  const { pathname, search, hash } = new URL(address);
  const parts = [...pathname.split("/"), ...search.slice(1).split("&").map((part) => part.replace(/^[^=]*=/, ""))];
  return [address, `${pathname}${search}${hash}`, ...parts, ...parts.map(decoded)].filter((text) => text !== "/");
}

/** The words behind a program, also within quotes, and the parts of web addresses among them. */
function argumentsOf(command: string): readonly string[] {
  const words = command.replace(/^[\w./~+-]+(?=\s|$)/, "").split(/[\s"'`=;|&<>()]+/).filter((word) => word !== "");
  const addresses = words.filter((word) => /^https?:/i.test(word) && URL.canParse(word));
  return [...words, ...addresses.flatMap((word) => secretsOf({ kind: "webhook", address: word }))];
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part; // a per cent sign that encodes nothing
  }
}
