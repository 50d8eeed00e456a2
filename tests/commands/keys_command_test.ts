import { deepEqual, equal, match, ok } from "../assert.ts";
import { keysCommand } from "../../src/commands/keys_command.ts";
import { readKeyFile } from "../../src/setup/key_file.ts";
import { testHost } from "./captured.ts";

/** A folder, and what `keys` does in it. */
async function desk(env: (name: string) => string | undefined = () => undefined) {
  const folder = await Deno.makeTempDir();
  const ran = async (...args: readonly string[]) => {
    const host = testHost({ folder, env, newId: () => crypto.randomUUID() });
    const status = await keysCommand(args, host);
    return { status, out: host.out.text, err: host.err.text };
  };
  return { folder, ran };
}

Deno.test("keys create prints the key once, alone on standard output, and keeps its digest only", async () => {
  const { folder, ran } = await desk();
  const { status, out, err } = await ran("create", "--name", "desk");
  equal(status, 0);
  match(out, /^sk-[0-9a-f]{64}\n$/);
  match(err, /^Key key_[0-9a-f]{8} for desk, kept in .*keys\.json as a digest\. It is shown once:\n$/);
  const text = await Deno.readTextFile(`${folder}/keys.json`);
  equal(text.includes(out.trim()), false);
  equal(((await Deno.stat(`${folder}/keys.json`)).mode ?? 0) & 0o777, 0o600);
});

Deno.test("keys list shows name, state, expiry and limits, and no digest", async () => {
  const { ran } = await desk();
  await ran("create", "--name", "night", "--expires", "2999-01-01", "--per-minute", "60/min", "--at-once", "8");
  await ran("create", "--name", "intern");
  await ran("revoke", "intern");
  const { status, out } = await ran("list");
  equal(status, 0);
  const [head, night, intern, closing] = out.trimEnd().split("\n");
  match(head ?? "", /^ID +NAME +STATE +CREATED +EXPIRES +AT ONCE +RATE$/);
  match(night ?? "", /^key_\w{8} +night +accepted +\d{4}-\d\d-\d\d +2999-01-01 +8 +60\/min$/);
  match(intern ?? "", /^key_\w{8} +intern +revoked +\d{4}-\d\d-\d\d +- +- +-$/);
  equal(closing, "1 key accepted");
  const json = await ran("list", "--json");
  equal(/[0-9a-f]{64}/.test(json.out + out), false);
  deepEqual(JSON.parse(json.out).keys.map(({ state }: { state: string }) => state), ["accepted", "revoked"]);
});

Deno.test("keys revoke takes a name or an id, and a name may be used again afterwards", async () => {
  const { folder, ran } = await desk();
  await ran("create", "--name", "desk");
  const [first] = readKeyFile(`${folder}/keys.json`) ?? [];
  ok(first);
  equal((await ran("revoke", first.id)).status, 0);
  equal((await ran("create", "--name", "desk")).status, 0);
  match((await ran("revoke", "desk")).out, /^Revoked key_\w{8} of desk\./);
  deepEqual((readKeyFile(`${folder}/keys.json`) ?? []).map(({ revoked }) => revoked !== undefined), [true, true]);
});

Deno.test("CONVICTION_KEYS names the file, unless the flag does", async () => {
  const { folder, ran } = await desk((name) => name === "CONVICTION_KEYS" ? "desk.json" : undefined);
  await ran("create", "--name", "one");
  await ran("create", "--name", "two", "--keys", "other.json");
  deepEqual((readKeyFile(`${folder}/desk.json`) ?? []).map(({ name }) => name), ["one"]);
  deepEqual((readKeyFile(`${folder}/other.json`) ?? []).map(({ name }) => name), ["two"]);
});

const WRONG: readonly (readonly [args: readonly string[], message: RegExp])[] = [
  [[], /^error: Cannot use keys alone: say create, list or revoke/],
  [["make"], /^error: Cannot "make" keys: say create, list or revoke/],
  [["create"], /^error: Cannot create a key without --name/],
  [["create", "--name", " "], /^error: Cannot use --name/],
  [["create", "--name", "a\nb"], /^error: Cannot use --name/],
  [["create", "--name", "desk"], /^error: Cannot create a key named desk: key_\w{8} has that name; revoke it first/],
  [["create", "more", "--name", "x"], /^error: Cannot use "more": it is one word too many/],
  [["create", "--name", "x", "--expires", "2001-01-01"], /^error: Cannot use --expires: that time has passed/],
  [["create", "--name", "x", "--expires", "soon"], /^error: Cannot use --expires soon/],
  [["create", "--name", "x", "--per-minute", "5\/s"], /^error: Cannot use --per-minute 5\/s: it is not like 60\/min/],
  [["create", "--name", "x", "--at-once", "0"], /^error: Cannot use --at-once 0/],
  [["revoke"], /^error: Cannot revoke a key: say its name or id/],
  [["revoke", "nobody"], /^error: Cannot revoke "nobody": no key that is not revoked has this name or id/],
  [
    ["list", "--keys", "none.json"],
    /^error: Cannot read the keys in .*none\.json: there is no such file; `deno task -q conviction keys create` makes it$/m,
  ],
  [["list", "--keys", "torn.json"], /^error: Cannot read the keys in .*torn\.json: it is not JSON/],
  [["list", "--keys", "other.json"], /^error: Cannot read the keys in .*other\.json: keys\.0\.digest: /],
];
Deno.test("keys refuses wrong usage with status 2 and a sentence, and changes nothing", async () => {
  const { folder, ran } = await desk();
  await ran("create", "--name", "desk");
  const record = { id: "key_00000000", name: "x", digest: "zz", created: "2026-01-01T00:00:00Z" };
  await Deno.writeTextFile(`${folder}/torn.json`, '{"version": 1, "ke');
  await Deno.writeTextFile(`${folder}/other.json`, JSON.stringify({ version: 1, keys: [record] }));
  const before = await Deno.readTextFile(`${folder}/keys.json`);
  for (const [args, message] of WRONG) {
    const { status, out, err } = await ran(...args);
    deepEqual([status, out], [2, ""], args.join(" "));
    match(err, message);
  }
  equal(await Deno.readTextFile(`${folder}/keys.json`), before);
});
