import { showsItself } from "../text/cell_value.ts";
import { keepSettings, LOOPBACK } from "./kept_settings.ts";

/** A right that {@linkcode protect} drops; `ffi` loads native libraries. */
export type DroppedRight = "run" | "env" | "write" | "ffi";

/** What {@linkcode protect} did; as the value of a cell it says what still works. */
export interface Protection {
  /** The rights that this process no longer has. */
  readonly dropped: readonly DroppedRight[];
}

const RIGHTS: readonly DroppedRight[] = ["run", "env", "write", "ffi"];

let protection: Protection | undefined;

/**
 * Drops the rights to start programs, to read the environment, to write files and to load native libraries, until the
 * kernel restarts: for the first cell of a notebook that others run. Its order with `connect()` does not matter: the
 * settings of a connection are kept. A second call changes nothing.
 *
 * Answers then come without their charts, whose code would have to run, and say so; nothing is written, so there is
 * no `screen()` and no `download()`. It guards against accidents, not attackers: files are still read, the network is
 * still used.
 *
 * @returns What was dropped.
 *
 * @example
 * ```ts ignore
 * import { protect } from "conviction/notebook";
 *
 * protect();
 * ```
 */
export function protect(): Protection {
  protection ??= drop();
  return protection;
}

/** Whether {@linkcode protect} has been called. */
export function isProtected(): boolean {
  return protection !== undefined;
}

function drop(): Protection {
  if (isReadable("NO_PROXY")) {
    const own = Deno.env.get("NO_PROXY");
    Deno.env.set("NO_PROXY", own ? `${own},${LOOPBACK}` : LOOPBACK);
  }
  keepSettings((name) => isReadable(name) ? Deno.env.get(name) : undefined);
  for (const name of RIGHTS) Deno.permissions.revokeSync({ name });
  return showsItself({ dropped: RIGHTS });
}

/** Asks without a prompt, which would block the cell. */
function isReadable(variable: string): boolean {
  return Deno.permissions.querySync({ name: "env", variable }).state === "granted";
}

/** What a protected notebook can and cannot do, in sentences. */
export function protectionWords(): string {
  return [
    "Protected until the kernel restarts: it starts no program, writes no file, reads no environment variable.",
    "Works: answers, theses, show(), reading runs and data, the service of CONVICTION_BASE_URL.",
    "Does not: charts of answers, whose code would run; screen(), download() and all else that writes.",
    "It guards against accidents, not attackers: files are still read, and the network is still used.",
  ].join("\n");
}
