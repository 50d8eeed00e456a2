/** The files of answers on a folder that all hosts share. */
import { deepEqual, equal, match, ok } from "../assert.ts";
import { contentsOf, listFolder } from "./list_folder.ts";
import { countingService, fleetProcess, screenAlone } from "./processes.ts";
import { isWithoutPostgres, scratchPostgres } from "./scratch_postgres.ts";

const ignore = isWithoutPostgres;

/** A file system in memory of this many KiB; undefined where this test may not mount one. */
async function mounted(folder: string, kib: number) {
  const mount = async (...args: readonly string[]) =>
    (await new Deno.Command("mount", { args: [...args], stderr: "null" }).output()).success;
  if (!await mount("-t", "tmpfs", "-o", `size=${kib}k`, "conviction", folder)) return undefined;
  return {
    remount: (mode: "ro" | "rw") => mount("-o", `remount,${mode}`, folder),
    [Symbol.asyncDispose]: async () => {
      await new Deno.Command("umount", { args: ["-l", folder] }).output();
    },
  };
}

const screenArgs = (serviceUrl: string, ...more: readonly string[]) => [
  ...[
    "list.csv",
    "--files-to",
    "shared",
    "--base-url",
    serviceUrl,
    "--out",
    "out",
    "--quiet",
    "--shard",
    "50",
    ...more,
  ],
];
const workArgs = (serviceUrl: string, ...more: readonly string[]) => [
  ...["--base-url", serviceUrl, "--concurrency", "32", ...more],
];

Deno.test({
  name: "a worker that is killed: the run folder has the files of one process, and the shared folder none",
  ignore,
  async fn() {
    await using postgres = await scratchPostgres();
    await using list = await listFolder(150);
    await using service = await countingService(1_000, ["keys", "files"]);
    const place = { folder: list.folder, url: postgres.url };
    const args = workArgs(service.url, "--files-to", "shared");
    await using first = fleetProcess("work", args, place);
    await using _second = fleetProcess("work", args, place);
    await using conductor = fleetProcess("screen", screenArgs(service.url), place);
    await service.reached(60);
    first.kill("SIGKILL");
    const { code, text } = await conductor.ended;
    equal(code, 0, text);
    const theses = await list.theses();
    await using alone = await countingService(0, ["files"]);
    equal(theses, (await screenAlone(list.folder, alone.url, { files: "auto" })).theses);
    const files = await contentsOf(`${list.folder}/out/files`);
    equal(Object.keys(files).length, 300);
    deepEqual(files, await contentsOf(`${list.folder}/alone/files`));
    deepEqual(await contentsOf(`${list.folder}/shared`), {});
  },
});

Deno.test({
  name: "a worker with another folder, or with none, is refused by name, and one with the right folder ends the run",
  ignore,
  async fn() {
    await using postgres = await scratchPostgres();
    await using list = await listFolder(3);
    await using service = await countingService(0, ["files"]);
    const place = { folder: list.folder, url: postgres.url };
    await using wrong = fleetProcess("work", workArgs(service.url, "--files-to", "other"), place);
    await using without = fleetProcess("work", workArgs(service.url), place);
    await using conductor = fleetProcess("screen", screenArgs(service.url), place);
    await new Promise((resolve) => setTimeout(resolve, 15_000)); // the fault is that nobody else works
    equal((await service.counted()).arrivals, 0);
    for (const one of [wrong, without]) one.kill("SIGINT");
    const texts = [(await wrong.ended).text, (await without.ended).text];
    match(
      texts.join(""),
      /Cannot use \S+\/other for the files of run \S+: the file \S+ that its conductor wrote is not/,
    );
    match(texts.join(""), /shard 1 of run \S+: its files go to a folder that all hosts share, .+; use --files-to/);
    await using _right = fleetProcess("work", workArgs(service.url, "--files-to", "shared"), place);
    const { code, text } = await conductor.ended;
    equal(code, 0, text);
    equal(Object.keys(await contentsOf(`${list.folder}/out/files`)).length, 6);
  },
});

Deno.test({
  name: "a conductor without a shared folder is refused, and both ways out are named",
  ignore,
  async fn() {
    await using postgres = await scratchPostgres();
    await using list = await listFolder(3);
    const args = ["list.csv", "--base-url", "http://127.0.0.1:9", "--quiet"];
    await using conductor = fleetProcess("screen", args, { folder: list.folder, url: postgres.url });
    const { code, text } = await conductor.ended;
    equal(code, 2);
    match(text, /use --files-to for a folder that all hosts have, or "none" for --files/);
  },
});

Deno.test({
  name: "a shared folder that becomes full: rows are partial and say so, and their files are whole or not there",
  ignore,
  async fn(test) {
    await using list = await listFolder(30);
    await using disk = await mounted(`${list.folder}/shared`, 256);
    if (disk === undefined) return void await test.step({ name: "not shown: no mount here", ignore: true, fn() {} });
    await using postgres = await scratchPostgres();
    await using service = await countingService(0, ["files"]);
    const place = { folder: list.folder, url: postgres.url };
    await using _worker = fleetProcess("work", workArgs(service.url, "--files-to", "shared"), place);
    await using conductor = fleetProcess("screen", screenArgs(service.url), place);
    const { code, text } = await conductor.ended;
    equal(code, 1, text);
    const lines = (await list.theses()).trim().split("\n").slice(1);
    const full = lines.filter((line) => line.includes("the disk is full"));
    const files = await contentsOf(`${list.folder}/out/files`);
    ok(full.length > 0 && full.every((line) => line.split(",")[2] === "partial"), full[0]);
    equal(lines.filter((line) => line.split(",")[2] === "done").length, 30 - full.length);
    equal(Object.keys(files).length, 2 * (30 - full.length));
    const { theses } = await screenAlone(list.folder, service.url, { files: "auto" });
    const whole = await contentsOf(`${list.folder}/alone/files`);
    deepEqual(files, Object.fromEntries(Object.entries(whole).filter(([path]) => path in files)));
    const again = { files: "auto", out: "out", more: ["--retry-failed"] } as const;
    equal((await screenAlone(list.folder, service.url, again)).theses, theses);
    deepEqual(await contentsOf(`${list.folder}/out/files`), whole);
  },
});

Deno.test({
  name: "a shared folder that is read-only: the worker says so and sends nothing, and goes on when it may write",
  ignore,
  async fn(test) {
    await using list = await listFolder(3);
    await using disk = await mounted(`${list.folder}/shared`, 1_024);
    if (disk === undefined) return void await test.step({ name: "not shown: no mount here", ignore: true, fn() {} });
    await using postgres = await scratchPostgres();
    await using service = await countingService(0, ["files"]);
    const place = { folder: list.folder, url: postgres.url };
    await using conductor = fleetProcess("screen", screenArgs(service.url), place);
    const hasMark = async () => Object.keys(await contentsOf(`${list.folder}/shared`)).length > 0;
    while (!await hasMark()) await new Promise((resolve) => setTimeout(resolve, 50));
    await disk.remount("ro");
    await using worker = fleetProcess("work", workArgs(service.url, "--files-to", "shared"), place);
    await worker.says(/Cannot write \S+\/probe: the disk is read-only/);
    equal((await service.counted()).arrivals, 0);
    await disk.remount("rw");
    const { code, text } = await conductor.ended;
    equal(code, 0, text);
  },
});
