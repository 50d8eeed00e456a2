import { relative } from "node:path";
import config from "../../deno.json" with { type: "json" };
import { deepEqual, equal, match, ok } from "../assert.ts";
import { kernelCommand } from "../../src/commands/kernel_command.ts";
import { inFolder } from "../data/in_folder.ts";
import { testHost } from "./captured.ts";
import { fakeComputer, prints, type Programs } from "./fake_computer.ts";

interface Machine {
  /** Folder of the person, with the files of the test. */
  readonly folder: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly os?: string;
  /** Path of the Deno that runs, from the folder. */
  readonly deno?: string;
  readonly version?: string;
  readonly programs?: Programs;
}

async function kernel(
  { folder, args = [], env, os = "linux", deno = "bin/deno", version = "2.9.6", ...rest }: Machine,
) {
  const { programs = { deno: prints("") } } = rest;
  const variables = env ?? { JUPYTER_DATA_DIR: `${folder}/data` };
  const host = testHost({ folder, env: (name) => variables[name], versions: { deno: version } });
  const status = await kernelCommand(args, host, fakeComputer({ os, denoPath: `${folder}/${deno}`, programs }));
  return { status, out: host.out.text, err: host.err.text };
}

const specIn = (folder: string, name: string) =>
  JSON.parse(Deno.readTextFileSync(`${folder}/kernels/${name}/kernel.json`));
const namesIn = (folder: string) => [...Deno.readDirSync(folder)].map(({ name }) => name);
const isThere = (path: string) => {
  try {
    return Deno.statSync(path) !== undefined;
  } catch {
    return false;
  }
};
const NPX = "cache/_npx/57e6/node_modules/deno/deno";

Deno.test("kernel installs Deno's own kernel, with deno first in its PATH and without colours; Stop stays a signal", async () => {
  await inFolder({ "bin/deno": "a program" }, async (folder) => {
    const { status, out } = await kernel({ folder });
    equal(status, 0);
    const spec = specIn(`${folder}/data`, "conviction");
    deepEqual(spec.argv, [`${folder}/bin/deno`, "jupyter", "--kernel", "--conn", "{connection_file}"]);
    deepEqual(spec.env, { PATH: `${folder}/bin:\${PATH}`, NO_COLOR: "1" });
    deepEqual([spec.display_name, spec.language, spec.interrupt_mode], ["Deno (Conviction)", "typescript", undefined]);
    deepEqual({ ...spec, display_name: "Deno" }, specIn(`${folder}/data`, "deno"));
    match(out, /^Kernel Deno \(Conviction\): .*kernels\/conviction\/kernel\.json$/m);
    match(out, /^Next: start Jupyter, and open a notebook, like notebooks\/01_ask\.ipynb of the project\./m);
    equal(isThere(`${folder}/data/conviction`), false);
  });
});

const PLACES: readonly { os: string; env: Record<string, string>; place: string }[] = [
  { os: "linux", env: { HOME: "home" }, place: "home/.local/share/jupyter" },
  { os: "linux", env: { HOME: "home", XDG_DATA_HOME: "xdg" }, place: "xdg/jupyter" },
  { os: "linux", env: { HOME: "home", JUPYTER_DATA_DIR: "own" }, place: "own" },
  { os: "darwin", env: { HOME: "home", XDG_DATA_HOME: "xdg" }, place: "home/Library/Jupyter" },
  { os: "windows", env: { HOME: "home", APPDATA: "roaming" }, place: "roaming/jupyter" },
];

for (const { os, env, place } of PLACES) {
  Deno.test(`with ${Object.keys(env).join(" and ")} on ${os} the kernel is below ${place}`, async () => {
    await inFolder({ "bin/deno": "", "bin/deno.exe": "" }, async (folder) => {
      const absolute = Object.fromEntries(Object.entries(env).map(([name, path]) => [name, `${folder}/${path}`]));
      const deno = os === "windows" ? "bin/deno.exe" : "bin/deno";
      const { status, err } = await kernel({ folder, env: absolute, os, deno });
      equal(status, 0, err);
      equal(specIn(`${folder}/${place}`, "conviction").argv[0], `${folder}/${deno}`);
      equal(specIn(`${folder}/${place}`, "conviction").env.PATH.includes(os === "windows" ? "bin;$" : "bin:$"), true);
    });
  });
}

const REFUSED: readonly { when: string; machine: Partial<Machine>; says: RegExp }[] = [
  {
    when: "HOME is not set",
    machine: { env: {} },
    says: /^error: Cannot find Jupyter's folder: HOME is not set; set it, or JUPYTER_DATA_DIR, here and where/,
  },
  { when: "APPDATA is not set on Windows", machine: { env: {}, os: "windows" }, says: /APPDATA is not set/ },
  {
    when: "Jupyter's folder is no folder",
    machine: { env: { JUPYTER_DATA_DIR: "/dev/null/jupyter" } },
    says: /^error: Cannot create the folder .*; set JUPYTER_DATA_DIR to a folder that you may write to/,
  },
  {
    when: "Deno is 2.8.3",
    machine: { version: "2.8.3" },
    says: /this is Deno 2\.8\.3, and it needs 2\.9; run deno up/,
  },
  { when: "a word is no flag", machine: { args: ["here"] }, says: /Cannot use "here": kernel takes flags only/ },
  { when: "it is to add and to remove", machine: { args: ["--in", ".", "--remove"] }, says: /Cannot remove and add/ },
  { when: "the folder for notebooks is missing", machine: { args: ["--in", "none"] }, says: /none: no such folder/ },
];

for (const { when, machine, says } of REFUSED) {
  Deno.test(`kernel exits with 2 and writes nothing when ${when}`, async () => {
    await inFolder({ "bin/deno": "" }, async (folder) => {
      const { status, out, err } = await kernel({ folder, ...machine });
      deepEqual([status, out, isThere(`${folder}/data`)], [2, "", false]);
      match(err, says);
    });
  });
}

Deno.test("a Deno in npx's cache is kept under a name that its cleaning leaves", async () => {
  await inFolder({ [NPX]: "a program" }, async (folder) => {
    const { out } = await kernel({ folder, deno: NPX });
    const [program] = specIn(`${folder}/data`, "conviction").argv;
    equal(program, `${folder}/data/conviction/deno-2.9.6/deno`);
    match(out, /Both start Deno 2\.9\.6: .*, a second name of the one in npx's cache: 0 MiB/);
    equal((await kernel({ folder, deno: NPX })).status, 0, "a second time");
    deepEqual(namesIn(`${folder}/data/conviction/deno-2.9.6`), ["deno"], "no third name is left");
    await Deno.remove(`${folder}/cache`, { recursive: true });
    equal(await Deno.readTextFile(program), "a program");
  });
});

Deno.test("a newer Deno takes the place of the one that is kept", async () => {
  await inFolder({ [NPX]: "old", "cache/_npx/99/deno": "new" }, async (folder) => {
    await kernel({ folder, deno: NPX });
    await kernel({ folder, deno: "cache/_npx/99/deno", version: "2.10.1" });
    deepEqual(namesIn(`${folder}/data/conviction`), ["deno-2.10.1"]);
    equal(await Deno.readTextFile(specIn(`${folder}/data`, "conviction").argv[0]), "new");
    await Deno.mkdir(`${folder}/bin`);
    await Deno.writeTextFile(`${folder}/bin/deno`, "installed");
    await kernel({ folder });
    equal(isThere(`${folder}/data/conviction`), false, "an installed Deno is not kept");
  });
});

Deno.test("of an installed Deno the name in the PATH is used, which an update keeps", async () => {
  await inFolder({ "cellar/2.9.6/deno": "" }, async (folder) => {
    await Deno.mkdir(`${folder}/bin`);
    await Deno.symlink(`${folder}/cellar/2.9.6/deno`, `${folder}/bin/deno`);
    const env = { JUPYTER_DATA_DIR: `${folder}/data`, PATH: `/none:${folder}/bin` };
    await kernel({ folder, deno: "cellar/2.9.6/deno", env });
    equal(specIn(`${folder}/data`, "conviction").argv[0], `${folder}/bin/deno`);
  });
});

Deno.test("a $ in a path is no variable for Jupyter, and a DENO_DIR that is set stays set", async () => {
  await inFolder({ "a$b/deno": "" }, async (folder) => {
    const env = { JUPYTER_DATA_DIR: `${folder}/data`, DENO_DIR: "/caches/$deno" };
    await kernel({ folder, deno: "a$b/deno", env });
    const { env: { PATH, DENO_DIR } } = specIn(`${folder}/data`, "conviction");
    deepEqual([PATH, DENO_DIR], [`${folder}/a$$b:\${PATH}`, "/caches/$$deno"]);
  });
});

const OTHERS: readonly { when: string; program: string; isLeft: boolean }[] = [
  { when: "works", program: "bin/deno", isLeft: true },
  { when: "starts a Deno that is gone", program: "gone/deno", isLeft: false },
  { when: "starts a Deno in npx's cache", program: NPX, isLeft: false },
];

for (const { when, program, isLeft } of OTHERS) {
  Deno.test(`another kernel named deno that ${when} is ${isLeft ? "left" : "replaced"}`, async () => {
    await inFolder({ "bin/deno": "", [NPX]: "" }, async (folder) => {
      const other = { argv: [`${folder}/${program}`, "jupyter"], display_name: "Deno", language: "typescript" };
      await Deno.mkdir(`${folder}/data/kernels/deno`, { recursive: true });
      await Deno.writeTextFile(`${folder}/data/kernels/deno/kernel.json`, JSON.stringify(other));
      const { out } = await kernel({ folder });
      equal("metadata" in specIn(`${folder}/data`, "deno"), !isLeft);
      equal(/^Left as it is/m.test(out), isLeft);
      match(out, isLeft ? /^It starts Deno/m : /^Both start Deno/m);
      const removed = await kernel({ folder, args: ["--remove"] });
      deepEqual([removed.status, isThere(`${folder}/data/kernels/deno`)], [0, isLeft]);
      equal(removed.out.trimEnd().split("\n").length, isLeft ? 1 : 2);
    });
  });
}

Deno.test("kernel --remove takes away all that was installed, and says when there is nothing", async () => {
  await inFolder({ [NPX]: "" }, async (folder) => {
    await kernel({ folder, deno: NPX });
    match((await kernel({ folder, args: ["--remove"] })).out, /^Removed .*conviction$/m);
    deepEqual(namesIn(`${folder}/data/kernels`), []);
    deepEqual(await kernel({ folder, args: ["--remove"] }), {
      status: 0,
      out: "There was no kernel of ours.\n",
      err: "",
    });
  });
});

Deno.test("neither kernel nor kernel --remove removes what is not theirs", async () => {
  const theirs = [
    "data/conviction/src/theirs.ts",
    "data/conviction/deno-notes.txt",
    "data/kernels/conviction/logo.png",
  ];
  await inFolder({ [NPX]: "", ...Object.fromEntries(theirs.map((path) => [path, "theirs"])) }, async (folder) => {
    await kernel({ folder, deno: NPX });
    await kernel({ folder, deno: NPX, version: "2.10.1" });
    deepEqual(namesIn(`${folder}/data/conviction`).toSorted(), ["deno-2.10.1", "deno-notes.txt", "src"]);
    equal((await kernel({ folder, args: ["--remove"] })).status, 0);
    deepEqual(theirs.filter((path) => !isThere(`${folder}/${path}`)), []);
    deepEqual(namesIn(`${folder}/data/conviction`).toSorted(), ["deno-notes.txt", "src"]);
    deepEqual(namesIn(`${folder}/data/kernels/conviction`), ["logo.png"]);
  });
});

Deno.test("another kernel that has our name is left, and named", async () => {
  const other = JSON.stringify({ argv: ["python3"], display_name: "Other", language: "python" });
  const path = "data/kernels/conviction/kernel.json";
  await inFolder({ "bin/deno": "", [path]: other }, async (folder) => {
    const { status, err } = await kernel({ folder });
    deepEqual([status, await Deno.readTextFile(`${folder}/${path}`)], [2, other]);
    match(err, /Cannot install the kernel: .*kernel\.json is another kernel of that name; remove or rename it first/);
  });
});

Deno.test("a relative HOME is one of the folder where it is installed: the kernel starts from any folder", async () => {
  await inFolder({ [NPX]: "" }, async (folder) => {
    const cwd = Deno.cwd();
    const { status, out } = await kernel({ folder, deno: NPX, env: { HOME: relative(cwd, `${folder}/home`) } });
    equal(status, 0, out);
    ok(specIn(`${folder}/home/.local/share/jupyter`, "conviction").argv[0].startsWith("/"));
  });
});

/** What this project exports, as its own notebooks import it. */
const NAMES = Object.keys(config.exports).map((name) => name.replace(/^\./, "conviction"));
const mapOf = (folder: string) => JSON.parse(Deno.readTextFileSync(`${folder}/nb/deno.json`));

Deno.test("kernel --in makes notebooks of a folder find all that cells import, with our versions of packages", async () => {
  await inFolder({ "bin/deno": "", "nb/x.csv": "" }, async (folder) => {
    const { status, out } = await kernel({ folder, args: ["--in", "nb"] });
    equal(status, 0);
    match(out, /^Import map: .*nb\/deno\.json, new\.$/m);
    deepEqual(Object.keys(mapOf(folder).imports), NAMES);
    for (const name of ["conviction", "conviction/batch", "conviction/notebook"]) ok(NAMES.includes(name));
    for (const target of Object.values(mapOf(folder).imports)) ok(isThere(new URL(String(target)).pathname));
    equal(isThere(`${folder}/nb/deno.lock`), true);
    match((await kernel({ folder, args: ["--in", "nb"] })).out, /, which has it already\.$/m);
  });
});

Deno.test("kernel --in keeps what a deno.json has", async () => {
  const own = { tasks: { a: "b" }, imports: { zod: "npm:zod@3" }, fmt: {} };
  await inFolder({ "bin/deno": "", "nb/deno.json": JSON.stringify(own) }, async (folder) => {
    match((await kernel({ folder, args: ["--in", "nb"] })).out, /, completed\.$/m);
    const { imports, ...rest } = mapOf(folder);
    deepEqual([rest, imports.zod], [{ tasks: own.tasks, fmt: {} }, "npm:zod@3"]);
    deepEqual(Object.keys(imports), ["zod", ...NAMES]);
    equal(isThere(`${folder}/nb/deno.lock`), false);
  });
});

const KEPT: readonly { file: string; text: string; says: RegExp }[] = [
  { file: "deno.jsonc", text: "{}", says: /it may hold comments/ },
  { file: "deno.json", text: "{ // mine\n}", says: /it is not plain JSON/ },
  { file: "deno.json", text: "[]", says: /it is not an object/ },
  { file: "deno.json", text: '{"importMap":"m.json"}', says: /its import map is "m\.json"/ },
  { file: "deno.json", text: '{"imports":[]}', says: /its imports are not an object/ },
  { file: "deno.json", text: '{"imports":{"conviction":"./x.ts"}}', says: /it maps conviction to "\.\/x\.ts"/ },
];

for (const { file, text, says } of KEPT) {
  Deno.test(`kernel --in overwrites nothing and prints the lines to add: ${says.source}`, async () => {
    await inFolder({ "bin/deno": "", [`nb/${file}`]: text }, async (folder) => {
      const { status, err } = await kernel({ folder, args: ["--in", "nb"] });
      deepEqual([status, await Deno.readTextFile(`${folder}/nb/${file}`)], [2, text]);
      match(err, says);
      match(err, /"conviction\/notebook": "file:/);
    });
  });
}

Deno.test("kernel --in says where the import map is written and cells still find nothing", async () => {
  await inFolder({ "bin/deno": "", "nb/x.csv": "" }, async (folder) => {
    const programs = { deno: { code: 1, stdout: "", stderr: "error: The lockfile is out of date\nmore" } };
    const { status, err } = await kernel({ folder, args: ["--in", "nb"], programs });
    deepEqual([status, err], [
      1,
      `error: Cannot import conviction in ${folder}/nb: error: The lockfile is out of date\n`,
    ]);
  });
});

Deno.test("kernel --in of a folder of this project writes no file: it finds the module already", async () => {
  await inFolder({ "bin/deno": "" }, async (folder) => {
    const notebooks = new URL("../../notebooks", import.meta.url).pathname;
    const { out } = await kernel({ folder, args: ["--in", notebooks] });
    match(out, /, which has it already\.$/m);
    equal(isThere(`${notebooks}/deno.json`), false);
  });
});
