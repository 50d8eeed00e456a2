import { deepEqual, equal, match, ok, rejects, throws } from "../assert.ts";
import { createHash } from "node:crypto";
import fc from "fast-check";
import { DiskError } from "../../src/disk/disk_error.ts";
import { type Chunk, removeFiles, removeParts, writeAside } from "../../src/disk/write_aside.ts";

async function inFolder(test: (folder: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir();
  try {
    await test(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

async function namesIn(folder: string): Promise<string[]> {
  return (await Array.fromAsync(Deno.readDir(folder), ({ name }) => name)).toSorted();
}

async function* late<T>(chunks: Iterable<T>): AsyncGenerator<T> {
  for (const chunk of chunks) yield await Promise.resolve(chunk);
}

const DATA: { what: string; data: () => Parameters<typeof writeAside>[1]; text: string }[] = [
  { what: "text", data: () => "row,ü\n", text: "row,ü\n" },
  { what: "nothing", data: () => "", text: "" },
  { what: "bytes", data: () => new TextEncoder().encode("ü"), text: "ü" },
  { what: "pieces", data: () => ["a", new TextEncoder().encode("ü"), "b"], text: "aüb" },
  { what: "a generator", data: () => new Set(["a", "b"]).values(), text: "ab" },
  { what: "pieces that come late", data: () => late(["a", new TextEncoder().encode("b"), "c"]), text: "abc" },
  {
    what: "a character cut between two pieces",
    data: () => ["x".repeat(65_535) + "\ud83d", "\ude00"],
    text: "x".repeat(65_535) + "😀",
  },
  { what: "half a character at the end", data: () => ["a", "b\ud83d"], text: "ab\uFFFD" },
  { what: "no piece", data: () => [], text: "" },
];

for (const { what, data, text } of DATA) {
  Deno.test(`writeAside() replaces a file by ${what}, with its size and digest`, () =>
    inFolder(async (folder) => {
      const path = `${folder}/theses.csv`;
      await Deno.writeTextFile(path, "old and longer");
      const written = await writeAside(path, data());
      const bytes = await Deno.readFile(path);
      equal(new TextDecoder().decode(bytes), text);
      deepEqual(written, {
        bytes: bytes.length,
        sha256: createHash("sha256").update(bytes).digest("hex"),
      });
      deepEqual(await namesIn(folder), ["theses.csv"]);
    }));
}

Deno.test("writeAside() keeps only the old file when the pieces throw", () =>
  inFolder(async (folder) => {
    const path = `${folder}/theses.csv`;
    await Deno.writeTextFile(path, "old");
    const torn = (async function* () {
      yield await Promise.resolve("x".repeat(200_000));
      throw new Error("torn");
    })();
    await rejects(writeAside(path, torn), new Error("torn"));
    equal(await Deno.readTextFile(path), "old");
    deepEqual(await namesIn(folder), ["theses.csv"]);
  }));

Deno.test("writeAside() shows the old content until the last piece is written, and buffers little", () =>
  inFolder(async (folder) => {
    const path = `${folder}/theses.csv`;
    await Deno.writeTextFile(path, "old");
    const seen: { shown: string; asideBytes: number }[] = [];
    const look = () => {
      const part = Array.from(Deno.readDirSync(folder)).find(({ name }) => name.endsWith(".part"));
      seen.push({
        shown: Deno.readTextFileSync(path),
        asideBytes: part === undefined ? -1 : Deno.statSync(`${folder}/${part.name}`).size,
      });
    };
    const pieces = (function* () {
      for (const piece of ["x".repeat(70_000), "y".repeat(70_000)]) {
        look();
        yield piece;
      }
      look();
    })();
    equal((await writeAside(path, pieces)).bytes, 140_000);
    deepEqual(seen, [
      { shown: "old", asideBytes: 0 },
      { shown: "old", asideBytes: 70_000 },
      { shown: "old", asideBytes: 140_000 },
    ]);
  }));

Deno.test("two concurrent calls of writeAside() on one path leave the content of one of them", () =>
  inFolder(async (folder) => {
    const path = `${folder}/theses.csv`;
    const contents = ["a", "b", "c"].map((letter) => letter.repeat(100_000));
    await Promise.all(contents.map((text) => writeAside(path, late(text.match(/.{9999}|.+/g) ?? []))));
    ok(contents.includes(await Deno.readTextFile(path)));
    deepEqual(await namesIn(folder), ["theses.csv"]);
  }));

const FAILURES = [
  { when: "its folder does not exist", name: "none/theses.csv", state: "the folder does not exist; create it first" },
  {
    when: "a folder is in the way",
    name: "folder",
    state: "a folder of that name is in the way; move it or choose another name",
  },
  { when: "its folder is a file", name: "file/theses.csv", state: "part of the path is a file; choose another folder" },
  { when: "the name is too long", name: "x".repeat(300), state: "the name is too long; choose a shorter one" },
];

for (const { when, name, state } of FAILURES) {
  Deno.test({
    name: `writeAside() says what to do when ${when} (not on Windows, where the system says less)`,
    ignore: Deno.build.os === "windows",
    fn: () =>
      inFolder(async (folder) => {
        await Deno.mkdir(`${folder}/folder`);
        await Deno.writeTextFile(`${folder}/file`, "old");
        await rejects(writeAside(`${folder}/${name}`, "new"), (error: unknown) => {
          ok(error instanceof DiskError && error.cause instanceof Error);
          equal(error.path, `${folder}/${name}`);
          equal(error.message, `Cannot write ${error.path}: ${state}`);
          return true;
        });
        deepEqual(await namesIn(folder), ["file", "folder"]);
      }),
  });
}

Deno.test("writeAside() reports a missing write permission", () =>
  inFolder(async (folder) => {
    const module = new URL("../../src/disk/write_aside.ts", import.meta.url).href;
    const script = `${folder}/write.ts`;
    await Deno.writeTextFile(
      script,
      `import { writeAside } from ${JSON.stringify(module)};
await writeAside(${JSON.stringify(`${folder}/a.csv`)}, "x").catch((error) => console.log(error.message));`,
    );
    const child = new Deno.Command(Deno.execPath(), {
      args: ["run", "--no-prompt", "--quiet", "--no-check", script],
      stderr: "inherit",
    });
    match(new TextDecoder().decode((await child.output()).stdout), /has no permission to write there /);
  }));

Deno.test("removeParts() removes what a killed writer left, and nothing else", () =>
  inFolder(async (folder) => {
    const kept = ["a.part", "theses.csv", "theses.csv.7-1.part.csv"];
    for (const name of [...kept, "theses.csv.7-1.part", "x.png.31-12.part"]) {
      await Deno.writeTextFile(`${folder}/${name}`, "x");
    }
    equal(removeParts(folder), 2);
    deepEqual(await namesIn(folder), kept.toSorted());
  }));

Deno.test("removeFiles() removes what is there, ignores what is missing, and says what it cannot remove", () =>
  inFolder(async (folder) => {
    for (const name of ["a", "b", "c"]) await Deno.writeTextFile(`${folder}/${name}`, "x");
    removeFiles(folder, ["a", "none", "c"]);
    deepEqual(await namesIn(folder), ["b"]);
    await Deno.mkdir(`${folder}/full/inside`, { recursive: true });
    throws(() => removeFiles(folder, ["full", "b"]), (error: unknown) => {
      ok(error instanceof DiskError);
      deepEqual([error.path, error.message.startsWith(`Cannot remove ${folder}/full: `)], [`${folder}/full`, true]);
      return true;
    });
    deepEqual(await namesIn(folder), ["b", "full"]);
  }));

const piece: fc.Arbitrary<Chunk> = fc.oneof(
  fc.string({ unit: "grapheme" }),
  fc.uint8Array(),
  fc.string({ unit: fc.constantFrom("x".repeat(30_000), "\ud83d\ude00"), maxLength: 4 }),
);

Deno.test("writeAside() writes any pieces in order", () =>
  inFolder(async (folder) => {
    const path = `${folder}/any`;
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 12 }), fc.boolean(), async (pieces, isLate) => {
        await writeAside(path, isLate ? late(pieces) : pieces);
        const whole = await new Blob(pieces.map((chunk) => typeof chunk === "string" ? chunk : new Uint8Array(chunk)))
          .bytes();
        deepEqual(await Deno.readFile(path), whole);
      }),
      { numRuns: 150 },
    );
  }));
