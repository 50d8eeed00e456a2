import { deepEqual, equal, match, ok, rejects, throws } from "../assert.ts";
import { DatabaseSync } from "node:sqlite";
import { RELAXED } from "../../src/disk/durability.ts";
import { LockedError, ServiceState, StateError } from "../../src/service/mod.ts";
import { bytesOf, countingIds } from "./service_fixture.ts";

const REQUEST = { scope: "owner_1 key-1", digest: "d1" };
const REPLY = { status: 200, headers: { "content-type": "application/json" }, body: '{"a":"ü"}' };
const FILE = { filename: "AAPL.csv", mediaType: "text/csv", bytes: bytesOf("a,b\n1,2\n") };

async function inFolder(use: (folder: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir();
  try {
    await use(`${folder}/made/.service`);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** Identifiers continue where an earlier opening of the folder ended. */
function opener(options: { readonly maxKeptBytes?: number; readonly maxFileBytes?: number } = {}) {
  const newId = countingIds();
  return (folder: string) => ServiceState.open(folder, { newId, durability: RELAXED, ...options });
}

Deno.test("the next process finds a kept reply, and knows a request that only began by its digest", async () => {
  await inFolder(async (folder) => {
    const open = opener();
    {
      await using state = open(folder);
      equal(state.replies.find(REQUEST.scope), undefined);
      await state.replies.begin(REQUEST);
      deepEqual(state.replies.find(REQUEST.scope), { digest: "d1" });
      await state.replies.keep(REQUEST, REPLY);
      await state.replies.begin({ scope: "owner_1 key-2", digest: "d2" });
    }
    await using state = open(folder);
    deepEqual(state.replies.find(REQUEST.scope), { digest: "d1", reply: REPLY });
    deepEqual(state.replies.find("owner_1 key-2"), { digest: "d2" });
  });
});

for (
  const [table, column] of [["responses", "object"], ["responses", "input"], ["replies", "body"], ["replies", "status"]]
) {
  Deno.test(`a stored value that was changed on disk is refused and not served: ${column} of ${table}`, async () => {
    await inFolder(async (folder) => {
      const open = opener();
      const response = { id: "resp_1", owner: "owner_1", object: '{"n":61}', input: '{"n":61}', asked: ["AAPL"] };
      {
        await using state = open(folder);
        await state.replies.keep(REQUEST, REPLY);
        await state.responses.keep(response);
        deepEqual(state.responses.find("resp_1", "owner_1"), response);
      }
      {
        using database = new DatabaseSync(`${folder}/state.sqlite`);
        const changed = column === "status" ? "201" : "replace(replace(object, '6', '9'), 'ü', 'u')";
        database.exec(`UPDATE ${table} SET ${column} = ${changed.replace("object", String(column))}`);
      }
      await using state = open(folder);
      const find = () =>
        table === "replies" ? state.replies.find(REQUEST.scope) : state.responses.find("resp_1", "owner_1");
      throws(find, /Cannot read the state of the service: what is stored under this name is damaged/);
    });
  });
}

Deno.test("forgetting a key removes it, unless its reply was kept", async () => {
  await inFolder(async (folder) => {
    await using state = opener()(folder);
    await state.replies.begin(REQUEST);
    await state.replies.forget(REQUEST.scope);
    equal(state.replies.find(REQUEST.scope), undefined);
    await state.replies.keep(REQUEST, REPLY);
    await state.replies.forget(REQUEST.scope);
    deepEqual(state.replies.find(REQUEST.scope), { digest: "d1", reply: REPLY });
  });
});

const OBSTACLES: readonly (readonly [what: string, make: (folder: string) => Disposable, says: RegExp])[] = [
  ["another program holds its database", (folder) => {
    const other = new DatabaseSync(`${folder}/state.sqlite`);
    other.exec("BEGIN IMMEDIATE");
    return { [Symbol.dispose]: () => other.close() };
  }, /: Cannot write the state of the service: database is locked$/],
  ["nothing can be written beside it", (folder) => {
    Deno.mkdirSync(`${folder}/scratch/health`);
    return { [Symbol.dispose]: () => Deno.removeSync(`${folder}/scratch/health`) };
  }, /: Cannot write the state of the service: Is a directory$/],
];
for (const [what, make, says] of OBSTACLES) {
  Deno.test(`a state says that it cannot keep while ${what}, and leaves nothing behind`, async () => {
    await inFolder(async (folder) => {
      await using state = opener()(folder);
      await state.check();
      {
        using _obstacle = make(folder);
        await rejects(() => state.check(), says);
      }
      await state.check();
      deepEqual(await Array.fromAsync(Deno.readDir(state.scratch)), []);
    });
  });
}

Deno.test("only its owner can download a file, also after a restart", async () => {
  await inFolder(async (folder) => {
    const open = opener();
    const { file_id } = await (async () => {
      await using state = open(folder);
      const reference = await state.files.put(FILE);
      deepEqual([reference.filename, reference.media_type, reference.bytes], ["AAPL.csv", "text/csv", 8]);
      equal(await state.files.find(reference.file_id, "owner_1"), undefined);
      await state.files.give([reference.file_id, "file_unknown"], "owner_1");
      await state.files.give([reference.file_id], "owner_2");
      return reference;
    })();
    await using state = open(folder);
    const { bytes, ...file } = await state.files.find(file_id, "owner_1") ?? { bytes: undefined };
    deepEqual([bytes, file], [FILE.bytes, {
      filename: "AAPL.csv",
      mediaType: "text/csv",
      sha256: "492d5ea496056f1a6a6592241032fab764c321596317930b4fa0e1e8bc3b7470",
    }]);
    equal(await state.files.find(file_id, "owner_2"), undefined);
  });
});

Deno.test("an empty file is kept, and later changes to the bytes do not affect the kept file", async () => {
  await inFolder(async (folder) => {
    await using state = opener()(folder);
    const bytes = bytesOf("a");
    const put = state.files.put({ ...FILE, bytes });
    bytes.fill(0);
    const ids = [(await put).file_id, (await state.files.put({ ...FILE, bytes: bytesOf("") })).file_id];
    await state.files.give(ids, "o");
    const kept = await Promise.all(ids.map(async (id) => (await state.files.find(id, "o"))?.bytes));
    deepEqual(kept, [bytesOf("a"), bytesOf("")]);
  });
});

Deno.test("files stay within their budget: the oldest are dropped, and a larger single file is rejected", async () => {
  await inFolder(async (folder) => {
    const open = opener({ maxFileBytes: 20 });
    const ids: string[] = [];
    const put = async (state: ServiceState) => void ids.push((await state.files.put(FILE)).file_id);
    {
      await using state = open(folder);
      equal(state.files.maxBytes, 20);
      await put(state);
      await put(state);
      await rejects(() => state.files.put({ ...FILE, bytes: new Uint8Array(21) }), /larger than 20 bytes/);
    }
    await using state = open(folder); // existing files count
    await put(state);
    await state.files.give(ids, "o");
    const found = await Promise.all(ids.map(async (id) => await state.files.find(id, "o") !== undefined));
    deepEqual(found, [false, true, true]);
  });
});

Deno.test("replies stay within their budget: the oldest are dropped, also on disk", async () => {
  await inFolder(async (folder) => {
    await using state = opener({ maxKeptBytes: 1600 })(folder); // each takes 512 and twice its body: three of them
    for (const key of ["a", "b", "c", "a", "d"]) await state.replies.keep({ scope: key, digest: key }, REPLY);
    deepEqual(["a", "b", "c", "d"].filter((key) => state.replies.find(key) !== undefined), ["a", "c", "d"]);
  });
});

Deno.test("a second opening is refused while the first is open, and succeeds after it", async () => {
  await inFolder(async (folder) => {
    const open = opener();
    const first = open(folder);
    throws(() => open(folder), LockedError);
    await first.close();
    await first.close();
    await open(folder).close();
  });
});

Deno.test("closing writes pending data to disk", async () => {
  await inFolder(async (folder) => {
    const open = opener();
    const state = open(folder);
    const kept = state.replies.keep(REQUEST, REPLY);
    await state.close();
    await kept;
    await using again = open(folder);
    ok(again.replies.find(REQUEST.scope)?.reply);
  });
});

Deno.test("a file whose content changed on disk is not served", async () => {
  await inFolder(async (folder) => {
    const open = opener();
    const state = open(folder);
    const { file_id } = await state.files.put(FILE);
    await state.files.give([file_id], "o");
    await state.close();
    const database = new DatabaseSync(`${folder}/state.sqlite`);
    database.exec("UPDATE files SET content = x'00'");
    database.close();
    await using again = open(folder);
    await rejects(() => again.files.find(file_id, "o"), /content is damaged/);
  });
});

async function database(folder: string, sql: string): Promise<void> {
  await Deno.mkdir(folder, { recursive: true });
  const made = new DatabaseSync(`${folder}/state.sqlite`);
  made.exec(sql);
  made.close();
}

async function damage(folder: string, at: number): Promise<void> {
  const open = opener();
  const state = open(folder);
  for (let count = 0; count < 50; count++) {
    await state.replies.keep({ scope: `key-${count}`, digest: "d" }, { ...REPLY, body: "x".repeat(500) });
  }
  await state.close();
  using file = await Deno.open(`${folder}/state.sqlite`, { write: true });
  await file.seek(at, Deno.SeekMode.Start);
  await file.write(new Uint8Array(4096).fill(0x5a));
}

/** Without the lock, which every opening takes. */
function namesIn(folder: string): string[] {
  return Array.from(Deno.readDirSync(folder), ({ name }) => name).filter((name) => name !== ".lock").toSorted();
}

function thrownBy(act: () => unknown): unknown {
  try {
    return act() && undefined;
  } catch (error) {
    return error;
  }
}

const WRONG = [
  {
    name: "contains something else",
    make: async (folder: string) => {
      await Deno.mkdir(folder, { recursive: true });
      await Deno.writeTextFile(`${folder}/thesis.docx`, "mine");
    },
    says: /^Cannot use .*\.service for the service's state: it holds thesis\.docx; choose an empty folder$/,
  },
  {
    name: "contains another program's database",
    make: (folder: string) => database(folder, "CREATE TABLE a (b)"),
    says: /: its state\.sqlite belongs to another program$/,
  },
  {
    name: "was written by another version",
    make: async (folder: string) => {
      await opener()(folder).close();
      await database(folder, "PRAGMA user_version = 99");
    },
    says: /: version 99 wrote it, this is version 4; move the folder away to start without it$/,
  },
  {
    name: "is not a database",
    make: async (folder: string) => {
      await Deno.mkdir(folder, { recursive: true });
      await Deno.writeTextFile(`${folder}/state.sqlite`, "not a database ".repeat(400));
    },
    says: /: its state\.sqlite cannot be read \(.*\); move the folder away to start without it$/,
  },
  { name: "is damaged at its start", make: (folder: string) => damage(folder, 0), says: /cannot be read/ },
  { name: "is damaged in its middle", make: (folder: string) => damage(folder, 4096 * 3), says: /cannot be read/ },
];
for (const { name, make, says } of WRONG) {
  Deno.test(`a state folder that ${name} is rejected with one sentence and not changed`, async () => {
    await inFolder(async (folder) => {
      await make(folder);
      const before = namesIn(folder);
      const refused = thrownBy(() => opener()(folder));
      ok(refused instanceof StateError);
      match(refused.message, says);
      equal(refused.message.includes("\n"), false);
      deepEqual(namesIn(folder), before);
    });
  });
}

Deno.test("an incomplete database is created again", async () => {
  await inFolder(async (folder) => {
    await Deno.mkdir(folder, { recursive: true });
    await Deno.writeTextFile(`${folder}/state.sqlite`, "");
    await using state = opener()(folder);
    equal(state.replies.find("x"), undefined);
  });
});
