import { dirname, join } from "node:path";
import { jsonOr } from "../../protocol/parse_json.ts";

/** Name of our kernel spec. */
export const OWN_NAME = "conviction";
/** The name that notebooks for any Deno kernel hold. */
export const DENO_NAME = "deno";

/** A `kernel.json`: how Jupyter starts a kernel. */
export interface KernelSpec {
  readonly argv: readonly string[];
  readonly display_name: string;
  readonly language: string;
  readonly env: Readonly<Record<string, string>>;
  /** Ours holds the version of its Deno under `conviction`. */
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** What a spec is made of. */
export interface SpecParts {
  readonly displayName: string;
  /** Path of the Deno to start. */
  readonly deno: string;
  readonly version: string;
  readonly os: string;
  /** Where Deno keeps what it downloads, where a variable says so. */
  readonly denoDir: string | undefined;
}

/** The path of a spec below Jupyter's data folder. */
export function specPath(data: string, name: string): string {
  return join(data, "kernels", name, "kernel.json");
}

/**
 * Our kernel: Deno's own, with a PATH on which code of an answer finds `deno`. Without `interrupt_mode` Stop is SIGINT:
 * with a message instead, a cell that awaits hangs the kernel (Deno 2.9.6).
 */
export function kernelSpec({ displayName, deno, version, os, denoDir }: SpecParts): KernelSpec {
  const path = `${literal(dirname(deno))}${os === "windows" ? ";" : ":"}\${PATH}`;
  return {
    argv: [deno, "jupyter", "--kernel", "--conn", "{connection_file}"],
    display_name: displayName,
    language: "typescript",
    env: { PATH: path, NO_COLOR: "1", ...(denoDir === undefined ? {} : { DENO_DIR: literal(denoDir) }) },
    metadata: { [OWN_NAME]: { deno: version } },
  };
}

/** Jupyter replaces `${NAME}` in a value by the variable of its own environment. */
function literal(path: string): string {
  return path.replaceAll("$", "$$$$");
}

/** What we need of any spec. */
export interface ReadSpec {
  /** What it starts. */
  readonly program: string;
  /** Whether it is ours. */
  readonly isOurs: boolean;
}

/** Reads a `kernel.json` of any origin; undefined when it is not one. */
export function readSpec(text: string): ReadSpec | undefined {
  const spec = jsonOr(text, undefined);
  const { argv, metadata } = (typeof spec === "object" && spec !== null ? spec : {}) as Partial<KernelSpec>;
  if (!Array.isArray(argv) || typeof argv[0] !== "string") return undefined;
  return { program: argv[0], isOurs: typeof metadata === "object" && metadata !== null && OWN_NAME in metadata };
}
