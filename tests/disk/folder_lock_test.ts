import { deepEqual, equal, match, ok, throws } from "../assert.ts";
import { DiskError } from "../../src/disk/disk_error.ts";
import { folderUse, LockedError, lockFolder } from "../../src/disk/folder_lock.ts";

const NOW = new Date("2017-12-29T21:00:00Z");

function lockedBy(folder: string): LockedError {
  try {
    lockFolder(folder).close();
  } catch (error) {
    ok(error instanceof LockedError);
    return error;
  }
  throw new Error(`Cannot find ${folder} locked: it is free`);
}

Deno.test("lockFolder() locks once and names the holder to the second caller", () => {
  const folder = Deno.makeTempDirSync();
  {
    using _lock = lockFolder(folder, { now: NOW });
    const error = lockedBy(folder);
    deepEqual(error.holder, { pid: Deno.pid, since: "2017-12-29T21:00:00.000Z" });
    equal(error.folder, folder);
    equal(
      error.message,
      `Cannot use ${folder}: process ${Deno.pid} has been working in it since ` +
        "2017-12-29 21:00 UTC; wait until it ends",
    );
    lockedBy(folder); // the refused caller did not release the lock
  }
  lockFolder(folder).close();
  Deno.removeSync(folder, { recursive: true });
});

Deno.test("lockFolder() locks each folder separately", () => {
  const folders = [Deno.makeTempDirSync(), Deno.makeTempDirSync()];
  const locks = folders.map((folder) => lockFolder(folder));
  for (const lock of locks) lock.close();
  for (const lock of locks) lock.close(); // a second close does nothing
  for (const folder of folders) Deno.removeSync(folder, { recursive: true });
});

Deno.test("lockFolder() overwrites a longer earlier holder, and reads a damaged one as unknown", () => {
  const folder = Deno.makeTempDirSync();
  Deno.writeTextFileSync(`${folder}/.lock`, "x".repeat(1_000));
  const lock = lockFolder(folder, { now: NOW });
  equal(lockedBy(folder).holder?.pid, Deno.pid);
  Deno.writeTextFileSync(`${folder}/.lock`, "x");
  const error = lockedBy(folder);
  equal(error.holder, undefined);
  match(error.message, /another process has been working in it; wait until it ends$/);
  lock.close();
  Deno.removeSync(folder, { recursive: true });
});

Deno.test("lockFolder() refuses a lock file that is a link, and leaves what the link names as it is", () => {
  const folder = Deno.makeTempDirSync();
  for (const target of [`${folder}/letter.txt`, `${folder}/none.txt`]) {
    if (target.endsWith("letter.txt")) Deno.writeTextFileSync(target, "Dear Sirs");
    Deno.symlinkSync(target, `${folder}/.lock`);
    throws(() => lockFolder(folder), (error: unknown) => {
      ok(error instanceof DiskError);
      equal(error.message, `Cannot lock ${folder}/.lock: it is a link; move it away and try again`);
      return true;
    });
    Deno.removeSync(`${folder}/.lock`);
  }
  equal(Deno.readTextFileSync(`${folder}/letter.txt`), "Dear Sirs");
  deepEqual([...Deno.readDirSync(folder)].map(({ name }) => name), ["letter.txt"]);
});

Deno.test("lockFolder() says what to do when the folder does not exist", () => {
  const parent = Deno.makeTempDirSync();
  const folder = `${parent}/none`;
  throws(() => lockFolder(folder), (error: unknown) => {
    ok(error instanceof DiskError);
    equal(error.message, `Cannot lock ${folder}: the folder does not exist; create it first`);
    return true;
  });
  Deno.removeSync(parent);
});

Deno.test("lockFolder() frees the lock when the holder is killed with SIGKILL", async () => {
  const folder = await Deno.makeTempDir();
  const module = new URL("../../src/disk/folder_lock.ts", import.meta.url).href;
  const script = `${folder}/hold.ts`;
  await Deno.writeTextFile(
    script,
    `import { lockFolder } from ${JSON.stringify(module)};
lockFolder(${JSON.stringify(folder)});
console.log("held");
setInterval(() => {}, 60_000);`,
  );
  await using child = new Deno.Command(Deno.execPath(), {
    args: ["run", "--quiet", "--no-check", "--allow-read", "--allow-write", script],
    stdout: "piped",
  }).spawn();
  const reader = child.stdout.getReader();
  equal(new TextDecoder().decode((await reader.read()).value).trim(), "held");
  equal(lockedBy(folder).holder?.pid, child.pid);
  child.kill("SIGKILL");
  await child.status;
  await reader.cancel();
  lockFolder(folder).close();
  await Deno.remove(folder, { recursive: true });
});

/** A program that starts holds a copy of every open file until it runs: 3 of 5 locks were refused before. */
const STARTS =
  'for (let at = 0; at < 60; at++) new Deno.Command("sh", { args: ["-c", ":"] }).spawn(); self.postMessage("started");';

Deno.test({
  name: "a lock that is closed while other threads start programs is free at once",
  ignore: Deno.build.os === "windows",
  // The programs end by themselves.
  sanitizeOps: false,
  sanitizeResources: false,
  async fn() {
    const folder = await Deno.makeTempDir();
    const worker = new Worker(URL.createObjectURL(new Blob([STARTS], { type: "text/javascript" })), { type: "module" });
    let isOver = false;
    worker.onmessage = () => isOver = true;
    while (!isOver) {
      for (let at = 0; at < 200; at++) lockFolder(folder).close();
      equal(folderUse(folder).isHeld, false);
      await new Promise((resolve) => setTimeout(resolve, 0));
    }
    worker.terminate();
    await Deno.remove(folder, { recursive: true });
  },
});
