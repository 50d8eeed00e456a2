/** The package for Node: packed, installed into an empty folder, type-checked and run there, as another project would. */
import { fileURLToPath } from "node:url";
import { deepEqual, equal, match, ok } from "../assert.ts";
import own from "../../npm/deno.json" with { type: "json" };
import { ROOT } from "../house/module_graph.ts";
import { testNeeding } from "../needs.ts";
import { HAS_PROGRAMS } from "../lanes.ts";
import { KEY } from "../service/service_fixture.ts";
import { makeRuns, openScene } from "./scene.ts";

/** A number, so that a package that grows is seen. */
const MAX_PACKED_BYTES = 255_000;
const PROGRAM = fileURLToPath(new URL("program.ts", import.meta.url));
/** The cases that end in an error; the others must not. */
const FAILS = /Error$|is an error|ends an answer|names the reason/;
const MAJORS = [22, 24] as const;

const NODES = new Map(MAJORS.map((major) => [major, HAS_PROGRAMS ? findNode(major) : undefined]));
const missing = MAJORS.filter((major) => NODES.get(major) === undefined).map((major) => `Node ${major}`).join(" and ");

/** The path of a Node of this major version, from the npm package `node`; undefined where there is none. */
function findNode(major: number): string | undefined {
  const args = ["-y", `node@${major}`, "-p", "process.execPath"];
  try {
    const { success, stdout } = new Deno.Command("npx", { args, stderr: "null" }).outputSync();
    return success ? new TextDecoder().decode(stdout).trim() : undefined;
  } catch {
    return undefined; // Deno throws where npx is missing
  }
}

/** Runs a program to its end; it must succeed. */
async function run(name: string, args: readonly string[], options: Deno.CommandOptions = {}): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command(name, { args: [...args], stdin: "null", ...options })
    .output();
  const said = new TextDecoder().decode(stdout);
  ok(success, `${name} ${args.join(" ")}\n${said}${new TextDecoder().decode(stderr)}`);
  return said;
}

/** A project that installed the package from its tarball, with `program.ts` compiled against its types. */
interface Project {
  readonly folder: string;
  readonly packedBytes: number;
}

async function installed(folder: string): Promise<Project> {
  const [built, project] = [`${folder}/built`, `${folder}/project`];
  await run(Deno.execPath(), ["task", "--quiet", "dev", "npm", built], { cwd: ROOT });
  await Deno.mkdir(project);
  const [packed] = JSON.parse(await run("npm", ["pack", built, "--json", "--pack-destination", project]));
  const files = (packed.files as { readonly path: string }[]).map(({ path }) => path);
  const meant = /^(?:mod|npm\/batch|src\/.*)(?:\.d\.ts|\.js)$|^(?:LICENSE|README\.md|package\.json)$/;
  deepEqual(files.filter((path) => !meant.test(path)), []);
  await Deno.writeTextFile(
    `${project}/package.json`,
    JSON.stringify({
      ...{ private: true, type: "module", dependencies: { conviction: `file:${packed.filename}` } },
      devDependencies: { typescript: versionOf("typescript"), "@types/node": versionOf("@types/node") },
    }),
  );
  await run("npm", ["install", "--no-audit", "--no-fund", "--prefer-offline"], { cwd: project });
  await Deno.copyFile(PROGRAM, `${project}/program.ts`);
  const strict = ["--strict", "--exactOptionalPropertyTypes", "--noUncheckedIndexedAccess", "--skipLibCheck", "false"];
  const target = ["--target", "es2024", "--lib", "esnext", "--types", "node", "--module", "nodenext"];
  await run("npm", ["exec", "--", "tsc", ...strict, ...target, "program.ts"], { cwd: project });
  return { folder: project, packedBytes: packed.size };
}

function versionOf(name: keyof typeof own.imports): string {
  return own.imports[name].split("@").at(-1) ?? "";
}

interface Printed {
  /** What each case of the program gave; ports and the folder of the scene have names. */
  readonly found: Readonly<Record<string, unknown>>;
  readonly delivered: number;
}

/** Runs the program on fresh services. */
async function printedBy(
  command: readonly string[],
  { runs, isRefused = false }: { readonly runs: readonly [string, string]; readonly isRefused?: boolean },
): Promise<Printed> {
  await using scene = await openScene(runs);
  const { given } = scene;
  const [name = "", ...args] = command;
  const home = Deno.env.toObject();
  const kept = ["PATH", "HOME", "DENO_DIR"].flatMap((key) => home[key] === undefined ? [] : [[key, home[key]]]);
  const env = { ...Object.fromEntries(kept), CONVICTION_BASE_URL: String(given["service"]), CONVICTION_API_KEY: KEY };
  const said = await run(name, [...args, JSON.stringify([given, isRefused])], { env, clearEnv: true });
  const neutral = said.replaceAll(String(given["folder"]), "FOLDER")
    .replaceAll(/(127\.0\.0\.1|localhost):\d+/g, "$1:PORT")
    .replaceAll(/NODE_EXTRA_CA_CERTS|DENO_CERT/g, "CERTIFICATES");
  return { found: JSON.parse(neutral), delivered: scene.delivered() };
}

testNeeding(
  missing || undefined,
  `the npm package does on Node ${MAJORS.join(" and ")} what the module does on Deno`,
  async (test) => {
    const folder = await Deno.makeTempDir();
    try {
      const [project, runs] = await Promise.all([installed(folder), makeRuns(folder)]);
      const deno = [Deno.execPath(), "run", "--quiet", "--no-check", "--no-prompt", "-A", PROGRAM];
      const expected = await printedBy(deno, { runs });
      equal(expected.delivered, 2);
      const failed = Object.entries(expected.found).filter(([, value]) =>
        JSON.stringify(value).startsWith('{"error":')
      );
      deepEqual(failed.map(([name]) => name), Object.keys(expected.found).filter((name) => FAILS.test(name)));
      await test.step("the tarball is small, and holds compiled files, their types, licence and README", () => {
        // deno-lint-ignore no-console -- it prints the size
        console.log(`npm package: ${project.packedBytes} bytes packed`);
        ok(project.packedBytes < MAX_PACKED_BYTES, `${project.packedBytes} bytes`);
      });
      for (const [major, node = ""] of NODES) {
        const command = [node, "--disable-warning=ExperimentalWarning", `${project.folder}/program.js`];
        const printed = await printedBy(command, { runs });
        for (const [name, value] of Object.entries(expected.found)) {
          await test.step(`Node ${major}: ${name}`, () => deepEqual(printed.found[name], value));
        }
        await test.step(`Node ${major}: no request is delivered twice`, () =>
          equal(printed.delivered, expected.delivered));
        const refused = await printedBy(command, { runs, isRefused: true });
        for (const [name, value] of Object.entries(refused.found)) {
          await test.step(`Node ${major}: ${name} says that it needs Deno`, () =>
            match(JSON.stringify(value), /"message":"Cannot [^"]*needs Deno/));
        }
      }
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  },
);
