import { join, resolve } from "node:path";
import { InputError } from "../../protocol/errors.ts";

/** What the place of a folder depends on. */
export interface Where {
  readonly os: string;
  env(name: string): string | undefined;
}

/** Home of the user; undefined where no variable says it. */
export function homeOf({ os, env }: Where): string | undefined {
  return env(os === "windows" ? "USERPROFILE" : "HOME") || undefined;
}

/**
 * The folder where Jupyter looks for what its user installed.
 * @throws {InputError} when no variable says it.
 */
export function jupyterDataFolder(where: Where): string {
  const { os, env } = where;
  const named = env("JUPYTER_DATA_DIR");
  if (named) return resolve(named);
  const home = homeOf(where);
  const data = os === "windows"
    ? env("APPDATA")
    : os === "darwin"
    ? home && join(home, "Library")
    : env("XDG_DATA_HOME") || (home && join(home, ".local", "share"));
  if (!data) {
    const unset = os === "windows" ? "APPDATA" : "HOME";
    throw new InputError(
      `Cannot find Jupyter's folder: ${unset} is not set; set it, or JUPYTER_DATA_DIR, here and where Jupyter starts`,
    );
  }
  return resolve(data, os === "darwin" ? "Jupyter" : "jupyter");
}

/** Where Deno keeps what it downloads; undefined where no variable says it. */
export function denoCacheFolder(where: Where): string | undefined {
  const { os, env } = where;
  const named = env("DENO_DIR");
  if (named) return resolve(named);
  const home = homeOf(where);
  const caches = os === "windows"
    ? env("LOCALAPPDATA")
    : os === "darwin"
    ? home && join(home, "Library", "Caches")
    : env("XDG_CACHE_HOME") || (home && join(home, ".cache"));
  return caches ? join(caches, "deno") : undefined;
}
