import { dirname, isAbsolute } from "node:path";
import { DiskError } from "../../disk/disk_error.ts";
import { InputError } from "../../protocol/errors.ts";
import type { Host } from "../host.ts";
import type { Computer } from "./computer.ts";
import { jupyterDataFolder } from "./data_folder.ts";
import { fileAt, remove, removeEmpty, writeText } from "./files.ts";
import { isInNpmCache, type KernelDeno, lastingDeno, removeKept, removeOthers } from "./kept_deno.ts";
import { DENO_NAME, kernelSpec, OWN_NAME, readSpec, specPath } from "./kernel_spec.ts";

/** What installing a kernel takes. */
export interface KernelHost {
  readonly host: Pick<Host, "env" | "versions">;
  readonly computer: Pick<Computer, "os" | "denoPath" | "readText">;
}

/** What was installed. */
export interface InstalledKernel {
  /** The files that were written. */
  readonly written: readonly string[];
  /** A working spec of another origin that has the name `deno`, and stays. */
  readonly left: string | undefined;
  readonly deno: KernelDeno;
}

const SPECS = [[OWN_NAME, "Deno (Conviction)"], [DENO_NAME, "Deno"]] as const;

/** The oldest Deno whose kernel reports what goes wrong in a cell: 2.8.2 and 2.8.3 lose errors. */
const OLDEST = [2, 9] as const;

/** Whether a version of Deno, like `2.9.6`, is one that Conviction works with. */
export function isNewEnough(version: string): boolean {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1]);
}

/**
 * Installs our kernel for the user, under its own name, and under `deno`, which notebooks hold, where no other kernel
 * that works has that name.
 *
 * @throws {InputError} when Deno is too old, no variable says where Jupyter's folder is, it cannot be written to, or
 * another kernel has our name.
 */
export async function installKernel({ host, computer }: KernelHost): Promise<InstalledKernel> {
  const version = host.versions["deno"] ?? "";
  if (!isNewEnough(version)) {
    throw new InputError(`Cannot install the kernel: this is Deno ${version}, and it needs 2.9; run deno upgrade`);
  }
  const data = jupyterDataFolder({ os: computer.os, env: host.env });
  try {
    return await write({ data, version, host, computer });
  } catch (cause) {
    if (!(cause instanceof DiskError)) throw cause;
    const elsewhere = "set JUPYTER_DATA_DIR to a folder that you may write to, here and where Jupyter starts";
    throw new InputError(`${cause.message.replace(/; .*/, "")}; ${elsewhere}`, { cause });
  }
}

async function write(
  { data, version, host, computer }: KernelHost & { readonly data: string; readonly version: string },
): Promise<InstalledKernel> {
  const taken = specPath(data, OWN_NAME);
  if (isForeignAndWorks(taken, computer)) {
    throw new InputError(
      `Cannot install the kernel: ${taken} is another kernel of that name; remove or rename it first`,
    );
  }
  const deno = lastingDeno({ computer, data, version, path: host.env("PATH") ?? "" });
  const foreign = specPath(data, DENO_NAME);
  const left = isForeignAndWorks(foreign, computer) ? foreign : undefined;
  const specs = SPECS.map(([name, displayName]) => ({ path: specPath(data, name), displayName }))
    .filter(({ path }) => path !== left);
  for (const { path, displayName } of specs) {
    const parts = { deno: deno.path, version, os: computer.os, denoDir: host.env("DENO_DIR") || undefined };
    await writeText(path, `${JSON.stringify(kernelSpec({ displayName, ...parts }), null, 2)}\n`);
  }
  removeOthers(data, deno);
  return { written: specs.map(({ path }) => path), left, deno };
}

/**
 * Removes what {@linkcode installKernel} wrote.
 * @returns What was removed.
 * @throws {InputError} when no variable says where Jupyter's folder is.
 * @throws {DiskError} when something cannot be removed.
 */
export function removeKernel({ host, computer }: KernelHost): readonly string[] {
  const data = jupyterDataFolder({ os: computer.os, env: host.env });
  const specs = SPECS.map(([name]) => specPath(data, name)).filter((path) => isOurs(path, computer)).filter(remove);
  for (const path of specs) removeEmpty(dirname(path));
  return [...specs, ...removeKept(data)];
}

function isOurs(path: string, { readText }: Pick<Computer, "readText">): boolean {
  return readSpec(readText(path) ?? "")?.isOurs === true;
}

/** A spec that starts a program by name was written by hand, and is believed. */
function isForeignAndWorks(path: string, { readText }: Pick<Computer, "readText">): boolean {
  const spec = readSpec(readText(path) ?? "");
  if (spec === undefined || spec.isOurs) return false;
  return !isAbsolute(spec.program) || (fileAt(spec.program) !== undefined && !isInNpmCache(spec.program));
}
