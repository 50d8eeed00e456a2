/** Where a run is inside its namespaces; nothing there tells of the host's folders. */
export const INSIDE = "/sandbox";
/** Where Deno is inside. */
const DENO = "/deno";

const NAMESPACES = ["user", "pid", "net", "ipc", "uts", "cgroup"];

/**
 * The command line that starts `deno` with `args` in namespaces of its own: no network, no other process, nobody's
 * rights, and a root that cannot be written and holds Deno, its libraries and the run. There is no `/proc`, `/dev` or
 * shell; of `/proc` Deno wants only its own path.
 * @param folder The folder of the run; without it Deno alone is there.
 */
export function bubblewrapCommand(
  { deno, libraries }: { readonly deno: string; readonly libraries: readonly string[] },
  args: readonly string[],
  folder: string | undefined,
): string[] {
  return [
    "bwrap",
    ...NAMESPACES.map((name) => `--unshare-${name}`),
    "--die-with-parent",
    "--new-session",
    "--cap-drop",
    "ALL",
    "--uid",
    "65534",
    "--gid",
    "65534",
    "--hostname",
    "sandbox",
    ...libraries.flatMap((path) => ["--ro-bind", path, path]),
    "--ro-bind",
    deno,
    DENO,
    "--symlink",
    DENO,
    "/proc/self/exe",
    ...(folder === undefined ? [] : runFolder(folder)),
    "--remount-ro",
    "/",
    "--unsetenv",
    "PATH",
    DENO,
    ...args,
  ];
}

function runFolder(folder: string): string[] {
  return [
    ...["main.js", "in"].flatMap((name) => ["--ro-bind", `${folder}/${name}`, `${INSIDE}/${name}`]),
    ...["out", "deno"].flatMap((name) => ["--bind", `${folder}/${name}`, `${INSIDE}/${name}`]),
    "--dir",
    `${INSIDE}/home`,
    "--chdir",
    `${INSIDE}/out`,
  ];
}

/**
 * A shell command that prints the libraries which a program loads; its first argument is the program. The loader does
 * the work, as for `ldd`, and does not start the program.
 */
export const LIST_LIBRARIES = 'LD_TRACE_LOADED_OBJECTS=1 exec "$1"';

/** The paths in what {@linkcode LIST_LIBRARIES} prints, those of the loader itself included. */
export function libraryPaths(listed: string): string[] {
  return [...listed.matchAll(/(?<=\s)\/\S+/g)].map(([path]) => path);
}
