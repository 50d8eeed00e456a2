import type { RefusalCode } from "./refusals.ts";

/** A reply that is no refusal. */
export interface ReplyDoc {
  readonly description: string;
  /** Names of the schemas of its body by media type; `binary` for bytes, `text` for a text. Default: no body. */
  readonly content?: Readonly<Record<string, readonly string[]>>;
  /** Names of its headers, beside those of every reply. */
  readonly headers?: readonly string[];
  /** Names of the operations that its body leads to. */
  readonly links?: readonly string[];
}

/** A request that can be sent as it is. */
interface ExampleDoc {
  readonly summary: string;
  readonly value: Readonly<Record<string, unknown>>;
}

/** What the document says of an operation; method and path are in the table of routes. */
export interface OperationDoc {
  readonly summary: string;
  readonly description?: string;
  /** Which keys it takes: `never`, `maybe` for one that says more with a key, `link` for a key or a link. */
  readonly key: "always" | "never" | "maybe" | "link";
  /** Names of parameters. */
  readonly parameters?: readonly string[];
  readonly body?: { readonly schema: string; readonly examples: Readonly<Record<string, ExampleDoc>> };
  readonly replies: Readonly<Record<number, ReplyDoc>>;
  readonly refusals: readonly RefusalCode[];
}
