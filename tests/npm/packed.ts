/** The packages, built and packed once for all tests of this folder, and a registry that has them. */
import { createHash } from "node:crypto";
import { ok } from "../assert.ts";
import { ROOT } from "../house/module_graph.ts";
import { once } from "../once.ts";

/** What was packed. */
export interface Packed {
  /** Where the packages are; nothing else may be written there. */
  readonly folder: string;
  /** The path of the tarball for npm. */
  readonly tarball: string;
  /** Its bytes. */
  readonly size: number;
  /** Paths in it. */
  readonly files: readonly string[];
  /** The path of the wheel. */
  readonly wheel: string;
}

/** Builds and packs them. */
export const packed: () => Promise<Packed> = once(async () => {
  const folder = await Deno.makeTempDir({ prefix: "conviction_packed_" });
  globalThis.addEventListener("unload", () => Deno.removeSync(folder, { recursive: true }));
  await run(Deno.execPath(), ["task", "--quiet", "dev", "npm", `${folder}/built`], { cwd: ROOT });
  const pack = ["pack", `${folder}/built/package`, "--json", "--pack-destination", folder];
  const [{ filename, size, files }] = JSON.parse(await run("npm", pack));
  const names = await Array.fromAsync(Deno.readDir(`${folder}/built`), ({ name }) => name);
  const wheel = names.find((name) => name.endsWith(".whl"));
  const paths = (files as { readonly path: string }[]).map(({ path }) => path);
  return { folder, tarball: `${folder}/${filename}`, size, files: paths, wheel: `${folder}/built/${wheel}` };
});

/** Runs a program to its end; it must succeed. @returns What it printed. */
export async function run(name: string, args: readonly string[], options: Deno.CommandOptions = {}): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command(name, { args: [...args], stdin: "null", ...options })
    .output();
  const said = new TextDecoder().decode(stdout);
  ok(success, `${name} ${args.join(" ")}\n${said}${new TextDecoder().decode(stderr)}`);
  return said;
}

/** The path of a Node of this major version, from the npm package `node`; undefined where it cannot be had. */
export function findNode(major: number): string | undefined {
  const args = ["-y", `node@${major}`, "-p", "process.execPath"];
  try {
    const { success, stdout } = new Deno.Command("npx", { args, stderr: "null" }).outputSync();
    return success ? new TextDecoder().decode(stdout).trim() : undefined;
  } catch {
    return undefined; // Deno throws where npx is missing
  }
}

/** A registry on this machine that has our tarball, and sends whoever asks for another to the one that npm is set up for. */
export async function startRegistry({ tarball }: Packed): Promise<{ readonly url: string } & AsyncDisposable> {
  const [body, upstream, own] = await Promise.all([
    Deno.readFile(tarball),
    run("npm", ["config", "get", "registry"]),
    run("tar", ["xOzf", tarball, "package/package.json"]),
  ]);
  const manifest = JSON.parse(own);
  const { name, version } = manifest;
  const integrity = `sha512-${createHash("sha512").update(body).digest("base64")}`;
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, (request) => {
    const { pathname, origin } = new URL(request.url);
    if (pathname.endsWith(".tgz") && pathname.startsWith(`/${name}/`)) return new Response(body);
    if (decodeURIComponent(pathname) !== `/${name}`) {
      return Response.redirect(new URL(`.${pathname}`, upstream.trim().replace(/\/?$/, "/")));
    }
    const dist = { tarball: `${origin}/${name}/-/own.tgz`, integrity };
    return Response.json({ name, "dist-tags": { latest: version }, versions: { [version]: { ...manifest, dist } } });
  });
  const { hostname, port } = server.addr;
  return { url: `http://${hostname}:${port}/`, [Symbol.asyncDispose]: () => server.shutdown() };
}
