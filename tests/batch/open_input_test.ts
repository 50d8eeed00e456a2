import { deepEqual, match, ok, rejects } from "../assert.ts";
import { InputError } from "../../src/protocol/errors.ts";
import { openInput } from "../../src/batch/list/open_input.ts";

async function refusal(path: string, make: (folder: string) => void): Promise<string> {
  const folder = await Deno.makeTempDir();
  make(folder);
  let message = "";
  await rejects(openInput(path, { folder }), (error) => {
    ok(error instanceof InputError);
    message = error.message;
    return true;
  });
  return message;
}

const WRONG = [
  { what: "does not exist", path: "nope.csv", make: () => {}, says: /^Cannot read nope\.csv: there is no such file$/ },
  { what: "is a folder", path: ".", make: () => {}, says: /^Cannot read \.: it is a folder$/ },
  {
    what: "is beneath a file",
    path: "list/x",
    make: (folder: string) => Deno.writeTextFileSync(`${folder}/list`, ""),
    says: /^Cannot read list\/x: part of its path is a file$/,
  },
];
for (const { what, path, make, says } of WRONG) {
  Deno.test(`a list that ${what} is an error in words about reading`, async () => {
    match(await refusal(path, make), says);
  });
}

const canReadAll = mayReadAll();
const missing = canReadAll ? " (NOT RUN: needs a user who may not read every file)" : "";
Deno.test({
  name: `a list that may not be read is an error that says how to make it readable${missing}`,
  ignore: canReadAll,
  fn: async () => {
    const message = await refusal("list.csv", (folder) => {
      Deno.writeTextFileSync(`${folder}/list.csv`, "ticker\nIBM\n", { mode: 0o000 });
    });
    match(message, /^Cannot read list\.csv: permission denied; make it readable \(chmod u\+r\), or name another file$/);
  },
});

Deno.test("a list in memory is read like a file of the same bytes, and has its own name", async () => {
  const folder = await Deno.makeTempDir();
  const bytes = new TextEncoder().encode(`\uFEFFticker;n\n${"IBM;a\n".repeat(30_000)}`);
  await Deno.writeFile(`${folder}/list.csv`, bytes);
  const [ofFile, ofBytes] = [
    await openInput("list.csv", { folder }),
    await openInput({ name: "mail", bytes }, { folder }),
  ];
  deepEqual([ofFile.name, ofBytes.name, ofBytes.sha256], ["list.csv", "mail", ofFile.sha256]);
  const [fromFile, fromBytes] = [await ofFile.open(), await ofBytes.open()];
  deepEqual(await Array.fromAsync(fromBytes.rows), await Array.fromAsync(fromFile.rows));
  deepEqual(fromBytes.notes, fromFile.notes);
});

const NO_ROWS = [
  { given: [], says: /^Cannot read rows: there is no row$/ },
  { given: [{}], says: /^Cannot read rows: the rows have no cells$/ },
  {
    given: [{ x: "IBM" }],
    says: /^Cannot find the tickers in rows: its header is "x"; name the column with tickerColumn$/,
  },
];
for (const { given, says } of NO_ROWS) {
  Deno.test(`the rows ${JSON.stringify(given)} are an error in words about rows`, async () => {
    const input = await openInput(given, { folder: "/" });
    await rejects(async () => await input.open(), (error) => error instanceof InputError && says.test(error.message));
  });
}

/** Whether this user, like root, may read a file that nobody may. */
function mayReadAll(): boolean {
  const path = Deno.makeTempFileSync();
  try {
    if (Deno.build.os !== "windows") Deno.chmodSync(path, 0o000);
    return Deno.readTextFileSync(path) === "";
  } catch {
    return false;
  } finally {
    Deno.removeSync(path);
  }
}
