import { deepEqual, ok } from "../assert.ts";
import { missingProgram, testNeeding } from "../needs.ts";

/** Content is on disk before it gets its name, so that a power cut leaves no torn file under a final name. */
const CASES = [
  {
    name: "writeAside() syncs the content, renames it, then syncs the folder",
    code: (folder: string) => `
import { writeAside } from "${moduleUrl("write_aside.ts")}";
await writeAside("${folder}/a.csv", "x");`,
    order: ["fsync file", "rename file", "fsync folder"],
  },
  {
    name: "saveStream() syncs the content, links its name, then syncs the folder",
    code: (folder: string) => `
import { saveStream } from "${moduleUrl("download_to.ts")}";
await saveStream(new Blob(["x"]).stream(), "${folder}/in", "a.csv", { maxBytes: 9 });`,
    order: ["fsync folder", "fsync file", "link file", "fsync folder"],
  },
];

for (const { name, code, order } of CASES) {
  testNeeding(missingProgram("strace"), `${name}`, async () => {
    const folder = await Deno.makeTempDir();
    await Deno.writeTextFile(`${folder}/main.ts`, code(folder));
    const deno = [Deno.execPath(), "run", "--quiet", "--no-check", "--allow-write", "--allow-read"];
    const trace = ["-f", "-y", "-e", "trace=fsync,rename,renameat2,linkat", "-o", `${folder}/trace`];
    const child = new Deno.Command("strace", { args: [...trace, ...deno, `${folder}/main.ts`], stderr: "inherit" });
    ok((await child.output()).success);
    const calls = (await Deno.readTextFile(`${folder}/trace`)).split("\n")
      .filter((line) => line.includes(folder) && !line.includes("main.ts"))
      .map((line) => `${/fsync|rename|link/.exec(line)?.[0]} ${line.includes(".part") ? "file" : "folder"}`);
    deepEqual(calls, order);
    await Deno.remove(folder, { recursive: true });
  });
}

function moduleUrl(file: string): string {
  return new URL(`../../src/disk/${file}`, import.meta.url).href;
}
