import { createHash } from "node:crypto";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { DiskError } from "../disk/disk_error.ts";

/** What `deno` printed about a module. */
export interface DenoReport {
  readonly succeeded: boolean;
  readonly stdout: string;
  readonly stderr: string;
  /** The module's address in the reports. */
  readonly moduleUrl: string;
}

/**
 * Runs a subcommand of `deno` on a module that stands in a folder for the time, so that its relative imports and the
 * nearest `deno.json` are those of that folder.
 */
export async function runDeno(
  args: readonly string[],
  { folder, module }: { readonly folder: string; readonly module: string },
): Promise<DenoReport> {
  const path = await writeModule(folder, module);
  try {
    const { success, stdout, stderr } = await new Deno.Command("deno", {
      args: [...args, path],
      cwd: dirname(path),
      env: { NO_COLOR: "1", DENO_NO_UPDATE_CHECK: "1" },
      stdin: "null",
    }).output();
    const [out, err] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes));
    return { succeeded: success, stdout: out ?? "", stderr: err ?? "", moduleUrl: pathToFileURL(path).href };
  } finally {
    await Deno.remove(path);
  }
}

/** Named by its content where that name is free, so that Deno's cache knows a module that it has checked before. */
async function writeModule(folder: string, module: string): Promise<string> {
  const path = join(resolve(folder), `.cells-${createHash("sha256").update(module).digest("hex").slice(0, 16)}.ts`);
  try {
    await Deno.writeTextFile(path, module, { createNew: true });
    return path;
  } catch (error) {
    if (!(error instanceof Deno.errors.AlreadyExists)) {
      throw new DiskError("write beside the notebook", folder, { cause: error });
    }
  }
  const other = await Deno.makeTempFile({ dir: folder, prefix: ".cells-", suffix: ".ts" });
  await Deno.writeTextFile(other, module);
  return other;
}
