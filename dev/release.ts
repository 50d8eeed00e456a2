// deno-lint-ignore-file no-console -- it prints for people
/**
 * Makes a release, dry: tag, notes and packages, into `out/release` or the folder it is given. It publishes and tags
 * nothing; the last lines say what would.
 *
 *   deno task -q dev release [FOLDER]
 *
 * Exits with 1 where something has to be done first, and says all of it: a section of CHANGELOG.md, its day, a clean tree.
 */
import { basename, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import config from "../deno.json" with { type: "json" };

const ROOT = fileURLToPath(new URL("../", import.meta.url));

/** What a release is made of. */
export interface Release {
  readonly tag: string;
  /** The section of the change log, without its heading. */
  readonly notes: string;
  /** What has to be done first, a sentence each. */
  readonly problems: readonly string[];
}

/** What stands before a release. */
export interface State {
  readonly version: string;
  readonly changelog: string;
  readonly tags: readonly string[];
  /** Files that differ from the last commit. */
  readonly changed: readonly string[];
}

/** Tag and notes of a version, and what hinders it. */
export function planRelease({ version, changelog, tags, changed }: State): Release {
  const tag = `v${version}`;
  const heading = `## [${version}] - `;
  const [, section] = `\n${changelog}`.split(`\n${heading}`);
  const [day = "", ...lines] = section?.split(/\n## /)[0]?.split("\n") ?? [];
  const isDay = /^\d{4}-\d\d-\d\d$/.test(day);
  const checks: readonly (readonly [boolean, string])[] = [
    [section === undefined, `CHANGELOG.md has no section "${heading}YYYY-MM-DD"`],
    [section !== undefined && !isDay, `CHANGELOG.md says "${day}" of ${version}: write the day`],
    [tags.includes(tag), `The tag ${tag} exists: raise the version in deno.json`],
    [changed.length > 0, `The tree is not clean: ${changed.slice(0, 5).join(", ")}`],
  ];
  return { tag, notes: `${lines.join("\n").trim()}\n`, problems: checks.flatMap(([is, says]) => is ? [says] : []) };
}

async function run(command: string, args: string[]): Promise<string> {
  const ended = await new Deno.Command(command, { args, cwd: ROOT, stdin: "null" }).output();
  const decoder = new TextDecoder();
  if (ended.success) return decoder.decode(ended.stdout);
  throw new Error(`Cannot run ${command} ${args.join(" ")}: ${decoder.decode(ended.stderr).trim()}`);
}

const linesOf = (text: string) => text.split("\n").filter((line) => line !== "");

async function isFile(path: string): Promise<boolean> {
  return await Deno.stat(path).then((file) => file.isFile, () => false);
}

/** Builds the packages into a folder, the one for npm packed. @returns Their names. */
async function pack(folder: string): Promise<string[]> {
  const built = `${folder}/build`;
  await run("deno", ["task", "-q", "-c", "dev/deno.json", "npm", built]);
  for (const place of [built, `${built}/package`]) {
    if (await isFile(`${place}/package.json`)) await run("npm", ["pack", place, "--pack-destination", folder]);
  }
  for await (const { name } of Deno.readDir(built)) {
    if (name.endsWith(".whl")) await Deno.copyFile(`${built}/${name}`, `${folder}/${name}`);
  }
  await Deno.remove(built, { recursive: true });
  const names = await Array.fromAsync(Deno.readDir(folder), ({ name }) => name);
  return names.filter((name) => /\.(?:tgz|whl)$/.test(name)).toSorted();
}

async function digestLine(path: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", await Deno.readFile(path)));
  return `${digest.toHex()}  ${basename(path)}`;
}

if (import.meta.main) {
  const folder = resolve(Deno.args[0] ?? `${ROOT}out/release`);
  const { tag, notes, problems } = planRelease({
    version: config.version,
    changelog: await Deno.readTextFile(`${ROOT}CHANGELOG.md`),
    tags: linesOf(await run("git", ["tag"])),
    changed: linesOf(await run("git", ["status", "--short"])).map((line) => line.slice(3)),
  });
  await Deno.remove(folder, { recursive: true }).catch(() => {});
  await Deno.mkdir(folder, { recursive: true });
  await Deno.writeTextFile(`${folder}/NOTES.md`, notes);
  await run("deno", ["publish", "--dry-run", "--allow-dirty", "--no-check"]);
  const packages = await pack(folder);
  const sums = await Promise.all(packages.map((name) => digestLine(`${folder}/${name}`)));
  await Deno.writeTextFile(`${folder}/SHA256SUMS`, sums.map((line) => `${line}\n`).join(""));
  console.log(`${tag}: ${notes.match(/\S+/g)?.length ?? 0} words of notes in ${folder}/NOTES.md`);
  for (const line of sums) console.log(line);
  for (const problem of problems) console.log(`First: ${problem}.`);
  console.log(`Nothing was published. A person would now:
  git tag -a ${tag} -F ${folder}/NOTES.md && git push origin ${tag}
  npm publish --access public ${folder}/*.tgz; deno publish; upload the wheel to PyPI`);
  if (problems.length > 0) Deno.exitCode = 1;
}
