/** The package for Node: packed, installed into an empty folder, type-checked and run there, as another project would. */
import { fileURLToPath } from "node:url";
import { deepEqual, equal, match, ok } from "../assert.ts";
import own from "../../packages/npm/deno.json" with { type: "json" };
import { testNeeding } from "../needs.ts";
import { HAS_PROGRAMS } from "../lanes.ts";
import { KEY } from "../service/service_fixture.ts";
import "./command_tests.ts";
import { findNode, packed, run } from "./packed.ts";
import { makeRuns, openScene } from "./scene.ts";

/** A number, so that a package that grows is seen. */
const MAX_PACKED_BYTES = 3_600_000;
/** Compiled files with their types, what they read, and licences. */
const IS_MEANT = new RegExp(
  [
    /^(?:node\/)?(?:mod|types|packages\/npm\/(?:batch|cli|types)|(?:src|pipelines|packages\/(?:mcp|model))\/.*)(?:\.d\.ts|\.js)$/,
    /^src\/.*\.(?:csv|html|css|base64|js\.txt)$|^src\/data\/.*\.(?:md|tsv)$|^pipelines\/tickers\w*\.csv$/,
    /^src\/chart\/font\/LICENSE\.txt$|^vendor\/[\w-]+\.(?:js|wasm)$|^vendor\/types\/zod\/.*\.d\.ts$/,
    /^(?:LICENSE|LICENSES\.txt|README\.md|conviction\.cjs|(?:package|deno|launch)\.json)$/,
  ].map(({ source }) => source).join("|"),
);
const PROGRAM = fileURLToPath(new URL("program.ts", import.meta.url));
/** The cases that end in an error; the others must not. */
const FAILS = /Error$|is an error|ends an answer|names the reason/;
const MAJORS = [22, 24] as const;

const NODES = new Map(MAJORS.map((major) => [major, HAS_PROGRAMS ? findNode(major) : undefined]));
const missing = MAJORS.filter((major) => NODES.get(major) === undefined).map((major) => `Node ${major}`).join(" and ");

/** A project that installed the package from its tarball, with `program.ts` compiled against its types. */
async function installed(folder: string): Promise<string> {
  const { tarball, files } = await packed();
  const project = `${folder}/project`;
  await Deno.mkdir(project);
  deepEqual(files.filter((path) => !IS_MEANT.test(path)), []);
  await Deno.writeTextFile(
    `${project}/package.json`,
    JSON.stringify({
      ...{ private: true, type: "module", dependencies: { conviction: `file:${tarball}` } },
      devDependencies: { typescript: versionOf("typescript"), "@types/node": versionOf("@types/node") },
    }),
  );
  await run("npm", ["install", "--no-audit", "--no-fund", "--prefer-offline", "--ignore-scripts"], { cwd: project });
  await Deno.copyFile(PROGRAM, `${project}/program.ts`);
  const strict = ["--strict", "--exactOptionalPropertyTypes", "--noUncheckedIndexedAccess", "--skipLibCheck", "false"];
  const target = ["--target", "es2024", "--lib", "esnext", "--types", "node", "--module", "nodenext"];
  await run("npm", ["exec", "--", "tsc", ...strict, ...target, "program.ts"], { cwd: project });
  return project;
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
      await test.step("the tarball is small", async () => {
        const { size } = await packed();
        // deno-lint-ignore no-console -- it prints the size
        console.log(`npm package: ${size} bytes packed`);
        ok(size < MAX_PACKED_BYTES, `${size} bytes`);
      });
      await test.step("a project on Deno checks its types, asks, and draws a chart", async () => {
        await Deno.copyFile(new URL("deno_program.ts", import.meta.url), `${project}/deno_program.ts`);
        await run(Deno.execPath(), ["check", "--quiet", "deno_program.ts"], { cwd: project });
        const said = await run(Deno.execPath(), ["run", "--quiet", "-A", "deno_program.ts"], { cwd: project });
        deepEqual(JSON.parse(said), { signal: "neutral", isDrawn: true, known: true });
      });
      for (const [major, node = ""] of NODES) {
        const command = [node, "--disable-warning=ExperimentalWarning", `${project}/program.js`];
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
