import { deepEqual, equal, ok, rejects } from "../assert.ts";
import { dirname } from "node:path";
import fc from "fast-check";
import { sha256, sha256File } from "../../src/disk/digest.ts";
import { DiskError } from "../../src/disk/disk_error.ts";
import { saveStream, SizeError } from "../../src/disk/download_to.ts";

/** A body that records whether it was cancelled. */
class Body {
  isCancelled = false;
  readonly stream: ReadableStream<Uint8Array>;

  constructor(texts: readonly string[], error?: Error) {
    const chunks = texts.map((text) => new TextEncoder().encode(text));
    this.stream = new ReadableStream({
      pull: (controller) => {
        const chunk = chunks.shift();
        if (chunk !== undefined) controller.enqueue(chunk);
        else if (error !== undefined) controller.error(error);
        else controller.close();
      },
      cancel: () => void (this.isCancelled = true),
    }, { highWaterMark: 0 });
  }
}

function bodyOf(...texts: string[]): ReadableStream<Uint8Array> {
  return new Body(texts).stream;
}

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

const LIMITS = { maxBytes: 1_000 };

Deno.test("saveStream() saves the pieces as one file, in folders that it creates", () =>
  inFolder(async (folder) => {
    const target = `${folder}/files/1_AAPL`;
    const saved = await saveStream(bodyOf("ab", "", "cü"), target, "a.csv", { maxBytes: 5, expectedBytes: 5 });
    deepEqual(saved, { path: `${target}/a.csv`, bytes: 5, sha256: sha256("abcü") });
    equal(await Deno.readTextFile(saved.path), "abcü");
    deepEqual(await namesIn(target), ["a.csv"]);
    equal(sha256File(saved.path), saved.sha256);
  }));

Deno.test("saveStream() never replaces other content, whatever the case of its name", () =>
  inFolder(async (folder) => {
    await Deno.writeTextFile(`${folder}/A.csv`, "mine");
    const paths = [];
    for (const text of ["one", "two"]) {
      paths.push((await saveStream(bodyOf(text), folder, "a.csv", LIMITS)).path);
    }
    deepEqual(paths, [`${folder}/a-2.csv`, `${folder}/a-3.csv`]);
    equal(await Deno.readTextFile(`${folder}/A.csv`), "mine");
    deepEqual(await namesIn(folder), ["A.csv", "a-2.csv", "a-3.csv"]);
  }));

Deno.test("saveStream() keeps an existing file with equal content", () =>
  inFolder(async (folder) => {
    const first = await saveStream(bodyOf("same"), folder, "a.csv", LIMITS);
    deepEqual(await saveStream(bodyOf("sa", "me"), folder, "a.csv", LIMITS), first);
    deepEqual(await namesIn(folder), ["a.csv"]);
  }));

Deno.test("saveStream() follows no link and overwrites no folder", () =>
  inFolder(async (folder) => {
    await Deno.writeTextFile(`${folder}/secret`, "mine");
    await Deno.symlink(`${folder}/secret`, `${folder}/a.csv`);
    await Deno.symlink(`${folder}/nowhere`, `${folder}/b.csv`);
    await Deno.mkdir(`${folder}/c.csv`);
    for (const name of ["a.csv", "b.csv", "c.csv"]) {
      const { path } = await saveStream(bodyOf("mine"), folder, name, LIMITS);
      equal(path, `${folder}/${name.replace(".", "-2.")}`);
    }
    equal(await Deno.readTextFile(`${folder}/secret`), "mine");
    deepEqual((await namesIn(folder)).includes("nowhere"), false);
  }));

Deno.test("saveStream() saves concurrent files of one name under distinct names", () =>
  inFolder(async (folder) => {
    const texts = Array.from({ length: 20 }, (_, index) => `content ${index}`);
    const saved = await Promise.all(texts.map((text) => saveStream(bodyOf(text), folder, "a.csv", LIMITS)));
    const contents = await Promise.all(saved.map(({ path }) => Deno.readTextFile(path)));
    deepEqual(contents, texts);
    equal((await namesIn(folder)).length, 20);
  }));

const WRONG = [
  {
    when: "more arrives than allowed",
    texts: ["abc", "def", "ghi"],
    limits: { maxBytes: 5 },
    state: "it is larger than 5 bytes",
    received: 6,
  },
  {
    when: "more arrives than announced",
    texts: ["abc", "def", "ghi"],
    limits: { maxBytes: 9, expectedBytes: 5 },
    state: "more than the announced 5 bytes arrived",
    received: 6,
  },
  {
    when: "less arrives than announced",
    texts: ["abc"],
    limits: { maxBytes: 9, expectedBytes: 5 },
    state: "only 3 of 5 bytes arrived",
    received: 3,
  },
  {
    when: "more is announced than allowed",
    texts: ["abc"],
    limits: { maxBytes: 5, expectedBytes: 6 },
    state: "its 6 bytes are more than 5 allowed",
    received: 0,
  },
];

for (const { when, texts, limits, state, received } of WRONG) {
  Deno.test(`saveStream() keeps nothing when ${when}`, () =>
    inFolder(async (folder) => {
      const body = new Body(texts);
      await rejects(saveStream(body.stream, folder, "a.csv", limits), (error: unknown) => {
        ok(error instanceof SizeError);
        equal(error.message, `Cannot save a.csv: ${state}`);
        equal(error.receivedBytes, received);
        return true;
      });
      equal(body.isCancelled, received !== 3, "it is cancelled, or read to its end");
      deepEqual(await namesIn(folder), []);
    }));
}

Deno.test("saveStream() keeps nothing when the body fails, and rethrows its error", () =>
  inFolder(async (folder) => {
    const body = new Body(["abc"], new Error("cut"));
    await rejects(saveStream(body.stream, folder, "a.csv", LIMITS), new Error("cut"));
    deepEqual(await namesIn(folder), []);
  }));

Deno.test("saveStream() cancels the body when the folder cannot be created", () =>
  inFolder(async (folder) => {
    await Deno.writeTextFile(`${folder}/file`, "x");
    const body = new Body(["abc"]);
    await rejects(saveStream(body.stream, `${folder}/file/in`, "a.csv", LIMITS), DiskError);
    equal(body.isCancelled, true);
  }));

const OUTSIDE = ["..", ".", "", "../a.csv", "/tmp/a.csv", "x/a.csv", "x\\a.csv", "a\0.csv"];

for (const name of OUTSIDE) {
  Deno.test(`saveStream() rejects the name ${JSON.stringify(name)}`, () =>
    inFolder(async (folder) => {
      await rejects(saveStream(bodyOf("x"), `${folder}/in`, name, LIMITS), DiskError);
      deepEqual(await namesIn(folder), []);
    }));
}

Deno.test("saveStream() stays in its folder and saves the whole content for any name and any pieces", () =>
  inFolder(async (folder) => {
    const name = fc.string({ unit: fc.constantFrom("a", "A", ".", "..", "/", "\\", "-2", "\0", " "), maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(name, fc.array(fc.string({ maxLength: 5 }), { maxLength: 4 }), async (name, texts) => {
        const target = `${folder}/in`;
        try {
          const saved = await saveStream(bodyOf(...texts), target, name, LIMITS);
          equal(dirname(saved.path), target);
          equal(await Deno.readTextFile(saved.path), texts.join(""));
        } catch (error) {
          ok(error instanceof DiskError);
        }
        deepEqual((await namesIn(folder)).filter((other) => other !== "in"), []);
      }),
      { numRuns: 300 },
    );
  }));
