import { equal, match } from "../assert.ts";
import { hasProgram, testNeeding } from "../needs.ts";

const PROGRAM = `
import { DatabaseSync } from "node:sqlite";
import { onInterrupt } from "${import.meta.resolve("../../src/commands/interrupt.ts")}";
import { DiskError } from "${import.meta.resolve("../../src/disk/disk_error.ts")}";
import { writeAside } from "${import.meta.resolve("../../src/disk/write_aside.ts")}";
const interruption = onInterrupt(() => {});
const say = (cause) => console.log(cause instanceof DiskError ? cause.message : new DiskError("write", "a.sqlite", { cause }).message);
await writeAside("theses.csv", new Uint8Array(3_000_000)).catch(say);
const database = new DatabaseSync("a.sqlite");
try {
  database.exec("CREATE TABLE a (b); INSERT INTO a VALUES (zeroblob(3000000));");
} catch (error) {
  say(error);
}
database.close();
console.log("left of it:", Array.from(Deno.readDirSync("."), ({ name }) => name).filter((name) => name.includes("theses")));
interruption.close();
`;

/** The caches of Deno itself may be larger than the limit. */
const FLAGS = "-A -q --no-config --no-code-cache --no-check";
const hasLimits = hasProgram("sh", ["-c", "ulimit -f 2048"]);
testNeeding(
  hasLimits ? undefined : "sh",
  "a file beyond the limit of the shell is refused by name; the process goes on",
  async () => {
    const folder = await Deno.makeTempDir();
    await Deno.writeTextFile(`${folder}/program.js`, PROGRAM);
    const { stdout } = await new Deno.Command("sh", {
      args: ["-c", `ulimit -f 2048; exec "$0" run ${FLAGS} program.js`, Deno.execPath()],
      cwd: folder,
      env: { DENO_DIR: await Deno.makeTempDir() },
      stderr: "inherit",
    }).output();
    const [file = "", database = "", left] = new TextDecoder().decode(stdout).split("\n");
    match(
      file,
      /^Cannot write .*theses\.csv.*: the file would be larger than the system allows; raise the limit or ask/,
    );
    match(
      database,
      /^Cannot write a\.sqlite: the device failed, or the file is as large as `ulimit -f` allows; check both/,
    );
    equal(left, "left of it: []");
  },
);
