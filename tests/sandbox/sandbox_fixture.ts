import { deepEqual, equal } from "../assert.ts";
import { type CodeRun, runCode, type SandboxLimits, type SandboxTier } from "../../src/sandbox/run_code.ts";
import { hasProgram, missingProgram, testNeeding } from "../needs.ts";

/** The folders of one test: a scratch folder for runs, and a secret beside it that no code may read. */
export interface Room extends AsyncDisposable {
  readonly scratch: string;
  readonly secretPath: string;
  readonly secret: string;
}

export async function makeRoom(): Promise<Room> {
  const folder = await Deno.makeTempDir({ prefix: "conviction sandbox, " });
  const room = { scratch: `${folder}/scratch`, secretPath: `${folder}/secret.json` };
  await Deno.mkdir(room.scratch);
  await Deno.writeTextFile(room.secretPath, '"canary-7d1f"');
  const remove = () => Deno.remove(folder, { recursive: true });
  return { ...room, secret: "canary-7d1f", [Symbol.asyncDispose]: remove };
}

/** Whether there is bubblewrap, and the system lets it make namespaces. */
export const HAS_NAMESPACES = hasProgram("bwrap", ["--unshare-all", "--ro-bind", "/", "/", "true"]);

function missingBubblewrap(): string | undefined {
  const missing = missingProgram("prlimit", "bwrap");
  if (missing !== undefined) return missing;
  return HAS_NAMESPACES ? undefined : "a system that permits user namespaces";
}

/** The tiers, and what a test of each needs beside Deno. */
export const TIERS: readonly { readonly tier: SandboxTier; readonly missing: string | undefined }[] = [
  { tier: "permissions", missing: undefined },
  { tier: "permissions+limits", missing: missingProgram("prlimit") },
  { tier: "bubblewrap", missing: missingBubblewrap() },
];

/** Registers a test of a tier: one that needs nothing beside Deno runs in `deno task test`, and not again in `more`. */
export function testOnTier(
  { tier, missing }: { readonly tier: SandboxTier; readonly missing: string | undefined },
  name: string,
  fn: () => Promise<void>,
): void {
  if (tier === "permissions") Deno.test(name, fn);
  else testNeeding(missing, name, fn);
}

export interface RunOptions {
  readonly tier?: SandboxTier;
  readonly input?: unknown;
  readonly limits?: Partial<SandboxLimits>;
  readonly signal?: AbortSignal;
}

/** Runs code and checks what must be true after every run of any code. */
export async function run(room: Room, code: string, options: RunOptions = {}): Promise<CodeRun> {
  const { input = null, limits = {}, signal, tier } = options;
  const found = await runCode({ code, input }, {
    scratch: room.scratch,
    limits: { wallMs: 120_000, ...limits },
    ...{ tier, ...(signal === undefined ? {} : { signal }) },
  });
  deepEqual(await Array.fromAsync(Deno.readDir(room.scratch)), [], "the scratch folder is empty");
  equal(found.return_code === 0, "result" in found, "return code 0 means that there is a result");
  equal(JSON.stringify(found).includes(room.secret), false, "the secret is not in the run");
  return found;
}

/**
 * Resolves when a file of that name is written below a folder.
 * @param until Also ends the wait, so that a failing test does not hang.
 */
export async function appears(
  name: string,
  { folder, until }: { folder: string; until: Promise<unknown> },
): Promise<void> {
  using watcher = Deno.watchFs(folder);
  const ended = until.then(() => {}, () => {});
  const events = watcher[Symbol.asyncIterator]();
  const isWritten = async () => {
    for (;;) {
      const { value, done } = await events.next();
      if (done || value.paths.some((path: string) => path.endsWith(`/${name}`))) return;
    }
  };
  await Promise.race([ended, isWritten()]);
}
