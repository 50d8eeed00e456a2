/** One import, as `deno info` reports it. */
export interface Import {
  readonly from: string;
  readonly to: string;
  readonly isDynamic: boolean;
  readonly isTypeOnly: boolean;
}

interface InfoDependency {
  readonly code?: { readonly specifier: string };
  readonly type?: { readonly specifier: string };
  readonly isDynamic?: boolean;
}

interface Info {
  readonly modules: readonly { readonly specifier: string; readonly dependencies?: readonly InfoDependency[] }[];
}

/** The project's folder, as a URL that ends in a slash. */
export const ROOT = new URL("../../", import.meta.url);

/** Every import that can be reached from an entry, type imports too; paths relative to the project. */
export async function importsFrom(entry: string): Promise<Import[]> {
  const { code, stdout, stderr } = await new Deno.Command("deno", {
    args: ["info", "--json", entry],
    cwd: ROOT,
    env: { NO_COLOR: "1" },
  }).output();
  if (code !== 0) throw new Error(`Cannot read imports of ${entry}: ${new TextDecoder().decode(stderr)}`);
  const { modules } = JSON.parse(new TextDecoder().decode(stdout)) as Info;
  return modules.flatMap(({ specifier, dependencies = [] }) =>
    dependencies.flatMap(({ code, type, isDynamic = false }) => {
      const target = (code ?? type)?.specifier;
      if (target === undefined) return [];
      const isTypeOnly = code === undefined;
      return [{ from: relative(specifier), to: relative(target), isDynamic, isTypeOnly }];
    })
  );
}

/** The files and packages that an import of these entries loads, themselves included. */
export async function loadedBy(...entries: readonly string[]): Promise<string[]> {
  const edges = (await Promise.all(entries.map(importsFrom))).flat()
    .filter(({ isDynamic, isTypeOnly }) => !isDynamic && !isTypeOnly);
  const loaded = new Set(entries);
  for (let size = 0; size < loaded.size;) {
    size = loaded.size;
    for (const { from, to } of edges) if (loaded.has(from)) loaded.add(to);
  }
  return [...loaded];
}

function relative(specifier: string): string {
  return specifier.startsWith(ROOT.href) ? specifier.slice(ROOT.href.length) : specifier;
}

/** Every file of a project with this ending below a folder, relative to the project, sorted. */
export async function filesBelow(folder: string, ending: string, root: URL = ROOT): Promise<string[]> {
  const files: string[] = [];
  for await (const { name, isDirectory } of Deno.readDir(new URL(`${folder}/`, root))) {
    if (isDirectory) files.push(...await filesBelow(`${folder}/${name}`, ending, root));
    else if (name.endsWith(ending)) files.push(`${folder}/${name}`);
  }
  return files.toSorted();
}

/** Groups of files that import each other in a circle. */
export function cyclesOf(imports: readonly Import[]): string[][] {
  const targets = new Map<string, Set<string>>();
  for (const { from, to } of imports) targets.set(from, (targets.get(from) ?? new Set()).add(to));
  const reach = new Map<string, Set<string>>();
  for (const start of targets.keys()) {
    const seen = new Set<string>();
    const open = [...targets.get(start) ?? []];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (seen.has(next)) continue;
      seen.add(next);
      open.push(...targets.get(next) ?? []);
    }
    reach.set(start, seen);
  }
  const circular = [...reach].filter(([file, seen]) => seen.has(file)).map(([file]) => file);
  const groups = new Map<string, string[]>();
  for (const file of circular) {
    const others = circular.filter((other) => reach.get(file)?.has(other) && reach.get(other)?.has(file));
    const group = others.toSorted();
    groups.set(group.join(), group);
  }
  return [...groups.values()];
}
