import { deepEqual, equal, match, ok } from "../assert.ts";
import { doctorCommand } from "../../src/commands/doctor_command.ts";
import type { Computer } from "../../src/commands/local/computer.ts";
import { kernelCommand } from "../../src/commands/kernel_command.ts";
import { SandboxError } from "../../src/sandbox/run_code.ts";
import type { Connection } from "../../src/setup/connection.ts";
import { inFolder } from "../data/in_folder.ts";
import { filesBelow, ROOT } from "../house/module_graph.ts";
import { testHost } from "./captured.ts";
import { fakeComputer, prints, type Programs } from "./fake_computer.ts";

const DENO = prints("deno 2.9.6 (stable)\n");
const FAILED = { code: 1, stdout: "", stderr: "error: no such import\n    at file" };
const files = [{ type: "container_file_citation", file_id: "f", container_id: "c", filename: "a.png" }];

/** A service that answers with these files and warnings. */
function answering({ names = files, warnings = [] as readonly string[], fails = "" } = {}): Connection {
  const thesis = { metadata: { warnings } };
  const final = () =>
    fails
      ? Promise.reject(new Error(fails))
      : Promise.resolve({ thesis, files: names, executions: [{ files: names }] });
  const nothing = () => Promise.resolve();
  return { research: { stream: () => ({ final }) }, [Symbol.asyncDispose]: nothing } as unknown as Connection;
}

interface Machine {
  readonly env?: Readonly<Record<string, string>>;
  readonly computer?: Partial<Computer>;
  readonly programs?: Programs;
  readonly service?: Connection;
  readonly version?: string;
  readonly args?: readonly string[];
  /** Whether our kernel is installed. Default: true. */
  readonly hasKernel?: boolean;
  /** Changes the folder before it is examined; `data` is Jupyter's. */
  readonly before?: (folder: string) => Promise<void>;
}

/** Examines a machine on which nothing is wrong but what the test says. */
function doctor({ env = {}, programs = {}, service = answering(), version = "2.9.6", args = [], ...rest }: Machine) {
  return inFolder({ "bin/deno": "", "home/.keep": "", "nb/01.ipynb": "{}" }, async (folder) => {
    const base = { HOME: `${folder}/home`, JUPYTER_DATA_DIR: `${folder}/data` };
    const variables: Readonly<Record<string, string>> = { ...base, ...env };
    const host = testHost({ folder, versions: { deno: version }, env: (name) => variables[name] });
    const computer = fakeComputer({
      denoPath: `${folder}/bin/deno`,
      envNames: () => Object.keys(variables),
      programs: { deno: prints(""), [`${folder}/bin/deno`]: DENO, ...programs },
      ...rest.computer,
    });
    const installing = testHost({
      folder,
      versions: { deno: "2.9.6" },
      env: (name) => base[name as keyof typeof base],
    });
    if (rest.hasKernel !== false) equal(await kernelCommand([], installing, computer), 0);
    await rest.before?.(folder);
    const status = await doctorCommand(args, { ...host, connect: () => Promise.resolve(service) }, computer);
    return { status, out: host.out.text.replaceAll(folder, "F"), err: host.err.text };
  });
}

Deno.test("doctor exits with 0 where nothing is wrong, with a line for each check", async () => {
  const { status, out } = await doctor({});
  equal(status, 0, out);
  const lines = out.trimEnd().split("\n");
  deepEqual(lines.slice(-2), ["", "Nothing is wrong."]);
  ok(lines.slice(0, -2).every((line) => /^ok {7}\S.*: /.test(line)), out);
  match(out, /^ok {7}kernel conviction: Deno 2\.9\.6, F\/bin\/deno$/m);
  match(out, /^ok {7}imports: notebooks in F find conviction$/m);
  match(out, /^ok {7}embedded service: answers, with 1 file of a chart$/m);
});

const JUPYTER = (found: string) => (options: { readonly args: readonly string[] }) =>
  options.args[0] === "--version"
    ? prints(
      "Selected Jupyter core packages...\njupyterlab       : 4.6.6\nnotebook         : 7.6.3\nqtconsole : not installed\n",
    )
    : prints(`{"kernelspecs":{${found}}}`);

const PROBLEMS: readonly ({ wrong: string; line: RegExp } & Machine)[] = [
  { wrong: "Deno is old", version: "2.8.3", line: /Deno: 2\.8\.3 is older than 2\.9 -> run deno upgrade/ },
  {
    wrong: "code of answers does not start",
    computer: {
      findSandbox: () =>
        Promise.reject(new SandboxError("deno is not in PATH", { advice: "install Deno 2.9 or later" })),
    },
    line: /code of answers: does not run: deno is not in PATH -> install Deno 2\.9 or later/,
  },
  {
    wrong: "the kernel is not installed",
    hasKernel: false,
    line:
      /kernel conviction: not installed: there is no F\/data\/\S+kernel\.json -> run deno task -q conviction kernel/,
  },
  {
    wrong: "the kernel's Deno is gone",
    before: (folder) => Deno.remove(`${folder}/bin/deno`),
    line: /kernel deno: starts F\/bin\/deno, which is not there -> run deno task -q conviction kernel/,
  },
  {
    wrong: "the kernel is Deno's own, in npx's cache",
    hasKernel: false,
    before: (folder) => writeSpec(folder, { argv: [`${folder}/_npx/deno`] }, `${folder}/_npx/deno`),
    line: /kernel deno: starts F\/_npx\/deno, in npx's cache: .* -> run deno task -q conviction kernel/,
  },
  {
    wrong: "the kernel's Deno does not start",
    before: (folder) => writeSpec(folder, { argv: [`${folder}/broken`] }, `${folder}/broken`),
    line: /kernel deno: starts F\/broken, which does not start -> run deno task -q conviction kernel/,
  },
  {
    wrong: "the kernel's Deno is old",
    before: (folder) => writeSpec(folder, { argv: ["old-deno"] }),
    programs: { "old-deno": prints("deno 2.8.3 (stable)\n") },
    line: /kernel deno: starts Deno 2\.8\.3, older than 2\.9 -> run deno task -q conviction kernel/,
  },
  {
    wrong: "the kernel spec is damaged",
    before: (folder) => writeSpec(folder, { argv: "deno" }),
    line: /kernel deno: F\S+ is not a kernel spec -> run deno task -q conviction kernel/,
  },
  {
    wrong: "Jupyter looks elsewhere",
    programs: { jupyter: JUPYTER('"conviction":{"resource_dir":"/other/kernels/conviction"}') },
    line: /Jupyter: JupyterLab 4\.6\.6, Notebook 7\.6\.3; it does not find the kernel in F\S+ -> set JUPYTER_DATA_DIR/,
  },
  {
    wrong: "notebooks do not find the module",
    programs: { deno: FAILED },
    line: /imports: notebooks in F\S* do not find conviction \(error: no such import\) -> run .* kernel --in F/,
  },
  { wrong: "the folder is missing", args: ["none"], line: /folder: there is no F\/none -> name one that exists/ },
  { wrong: "HOME is not set", env: { HOME: "" }, line: /HOME: no variable says where it is -> set it to a folder/ },
  {
    wrong: "no variable says where Jupyter's folder is",
    env: { HOME: "", JUPYTER_DATA_DIR: "" },
    programs: { jupyter: JUPYTER("") },
    line: /kernel: Cannot find Jupyter's folder: HOME is not set -> set it, or JUPYTER_DATA_DIR/,
  },
  {
    wrong: "HOME is no folder",
    env: { HOME: "/dev/null" },
    line: /HOME: Cannot write to \/dev\/null.* -> set it to a/,
  },
  {
    wrong: "Deno's cache may not be written",
    env: { DENO_DIR: "/proc/none" },
    line: /Deno's cache: Cannot write to \/proc\/none.* -> set DENO_DIR to a folder of yours/,
  },
  {
    wrong: "the disk is full",
    computer: { freeBytes: () => Promise.resolve(1e8) },
    line: /disk: 0\.1 GB free for F -> free some space/,
  },
  {
    wrong: "no port may be opened",
    computer: { usePort: () => Promise.reject(new Error("refused")) },
    line: /port: 127\.0\.0\.1 takes no connection: refused -> allow programs to listen/,
  },
  {
    wrong: "a key has no service",
    env: { CONVICTION_API_KEY: "sk-canary" },
    line: /CONVICTION_API_KEY: is set, and no service is named -> set CONVICTION_BASE_URL too, or unset it/,
  },
  {
    wrong: "a key is two lines",
    env: { CONVICTION_API_KEY: "sk-canary\nx", CONVICTION_BASE_URL: "https://research.example" },
    line: /CONVICTION_API_KEY: is not one line of visible ASCII -> set it again/,
  },
  {
    wrong: "an address is none",
    env: { CONVICTION_BASE_URL: "research" },
    line: /CONVICTION_BASE_URL: cannot be used: .* -> set it to an address like https/,
  },
  {
    wrong: "a variable has a wrong name",
    env: { CONVICTION_BASEURL: "https://research.example" },
    line: /CONVICTION_BASEURL: is read by nothing -> rename it to CONVICTION_BASE_URL, or unset it/,
  },
  {
    wrong: "the data folder is missing",
    env: { CONVICTION_DATA: "none" },
    line: /CONVICTION_DATA: names F\/none, which is not a folder -> set it to a folder of price files/,
  },
  {
    wrong: "data is named beside a service",
    env: { CONVICTION_DATA: "nb", CONVICTION_BASE_URL: "https://research.example" },
    line: /CONVICTION_DATA: is not used: .* -> unset one of the two/,
  },
  {
    wrong: "an answer has no chart",
    service: answering({ names: [], warnings: ["no chart of AAPL: its program failed"] }),
    line: /embedded service: answers without a chart: no chart of AAPL: its program failed -> mend/,
  },
  {
    wrong: "the embedded service fails",
    service: answering({ fails: "Cannot open the sample" }),
    line: /embedded service: does not answer: Cannot open the sample -> open an issue/,
  },
];

async function writeSpec(folder: string, spec: object, program?: string): Promise<void> {
  await Deno.mkdir(`${folder}/data/kernels/deno`, { recursive: true });
  await Deno.writeTextFile(`${folder}/data/kernels/deno/kernel.json`, JSON.stringify(spec));
  if (program === undefined) return;
  await Deno.mkdir(program.replace(/\/[^/]*$/, ""), { recursive: true });
  await Deno.writeTextFile(program, "");
}

for (const { wrong, line, ...machine } of PROBLEMS) {
  Deno.test(`doctor exits with 1, names the problem and its cure, and prints no key when ${wrong}`, async () => {
    const { status, out, err } = await doctor(machine);
    const problems = out.split("\n").filter((one) => one.startsWith("PROBLEM "));
    deepEqual([status, problems.length > 0], [1, true], out + err);
    match(problems.join("\n"), line);
    match(out, new RegExp(`\\n${problems.length} problems?; `));
    equal((out + err).includes("canary"), false);
  });
}

Deno.test("doctor knows every variable that the program reads, and one that is no other's misspelling may be of --notify", async () => {
  const files = (await filesBelow("src", ".ts")).filter((path) => !path.startsWith("src/commands/local/"));
  const texts = await Promise.all(files.map((path) => Deno.readTextFile(new URL(path, ROOT))));
  const read = texts.flatMap((text) => text.match(/(?<=")CONVICTION_[A-Z_]+(?=")/g) ?? []);
  ok(new Set(read).size > 18);
  const { out } = await doctor({
    env: Object.fromEntries([...read, "CONVICTION_PAGER_TARGET"].map((name) => [name, "1"])),
  });
  equal(out.includes("is read by nothing"), false, out);
});

Deno.test("doctor finds Jupyter and its versions, and that it sees the kernel", async () => {
  let found = "";
  const { status, out } = await doctor({
    programs: { jupyter: (options) => JUPYTER(found)(options) },
    before: (folder) =>
      Promise.resolve(void (found = `"conviction":{"resource_dir":"${folder}/data/kernels/conviction"}`)),
  });
  equal(status, 0, out);
  match(out, /^ok {7}Jupyter: JupyterLab 4\.6\.6, Notebook 7\.6\.3; it finds the kernel$/m);
});

Deno.test("doctor looks at each folder with notebooks whose settings differ", async () => {
  const seen: string[] = [];
  const { out } = await doctor({
    programs: { deno: ({ cwd = "" }) => (seen.push(cwd), cwd.endsWith("own") ? FAILED : prints("")) },
    before: async (folder) => {
      await Deno.writeTextFile(`${folder}/deno.json`, "{}");
      for (const name of ["own", "same", ".hidden", "node_modules"]) {
        await Deno.mkdir(`${folder}/nb/${name}`);
        await Deno.writeTextFile(`${folder}/nb/${name}/a.ipynb`, "{}");
      }
      await Deno.writeTextFile(`${folder}/nb/own/deno.json`, "{}");
    },
  });
  equal(seen.length, 2, seen.join());
  match(out, /^ok {7}imports: notebooks in F and 2 more find conviction$/m);
  match(out, /^PROBLEM {2}imports: notebooks in F\/nb\/own do not find conviction/m);
});

Deno.test("doctor --json is one object with every check", async () => {
  const { status, out } = await doctor({ args: ["--json"], version: "2.8.3" });
  const { ok: isFine, checks } = JSON.parse(out);
  deepEqual([status, isFine, out.trimEnd().includes("\n")], [1, false, false]);
  deepEqual(checks[0], { name: "Deno", ok: false, says: "2.8.3 is older than 2.9", cure: checks[0].cure });
  equal(checks.filter(({ ok }: { ok: boolean }) => !ok).length, 1);
});

Deno.test("doctor takes one folder", async () => {
  const { status, err } = await doctor({ args: ["a", "b"] });
  deepEqual([status, err], [2, 'error: Cannot check two folders at once: "b" is one too many\n']);
});
