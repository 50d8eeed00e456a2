/** A state that went back in time, or was changed in a byte, is refused by name: nothing kept is answered otherwise. */
import { deepEqual, equal, match, ok, throws } from "../assert.ts";
import { RELAXED } from "../../src/disk/durability.ts";
import { RequestError } from "../../src/protocol/request_error.ts";
import { ServiceState, StateError } from "../../src/service/mod.ts";
import { type Damage, damageFile } from "../fixtures/file_damages.ts";
import { SEED } from "../lanes.ts";
import { once } from "../once.ts";
import { xorshift } from "../xorshift.ts";
import { countingIds } from "./service_fixture.ts";

const KEPT = 40;
const PLACES = 60;
const DATABASE = "state.sqlite";
const LOG = "state.sqlite-wal";

const open = (folder: string) => ServiceState.open(folder, { newId: countingIds(), durability: RELAXED });
const scopeOf = (at: number) => `owner_1 key-${at}`;
const replyOf = (at: number) => ({ status: 200, headers: {}, body: JSON.stringify({ at, text: "x".repeat(900) }) });
const responseOf = (at: number) => {
  const object = JSON.stringify({ at, confidence: 0.5, text: "y".repeat(900) });
  return { id: `resp_${at}`, owner: "owner_1", object, input: "[]", asked: ["AAPL"] };
};

/** Files of a state's folder at one moment, by name. */
type Files = ReadonlyMap<string, Uint8Array>;

function filesOf(folder: string): Files {
  const names = [...Deno.readDirSync(folder)].filter(({ isFile, name }) => isFile && !/\.lock|-shm$/.test(name));
  return new Map(names.map(({ name }) => [name, Deno.readFileSync(`${folder}/${name}`)]));
}

/** Of one state: a copy of it closed, a copy while it works, as SIGKILL would leave it with all kept, and closed again. */
const moments = once(async () => {
  const folder = await Deno.makeTempDir();
  const keep = async (state: ServiceState, from: number, until: number) => {
    for (let at = from; at < until; at++) {
      await state.replies.begin({ scope: scopeOf(at), digest: "d" });
      await state.replies.keep({ scope: scopeOf(at), digest: "d" }, replyOf(at));
      await state.responses.keep(responseOf(at));
    }
  };
  const first = open(folder);
  await keep(first, 0, 12);
  await first.close();
  const earlier = filesOf(folder);
  const state = open(folder);
  await keep(state, 12, 24);
  const working = filesOf(folder);
  await keep(state, 24, KEPT);
  const killed = filesOf(folder);
  await state.close();
  const closed = filesOf(folder);
  await Deno.remove(folder, { recursive: true });
  return { earlier, working, killed, closed };
});
type Moments = Awaited<ReturnType<typeof moments>>;

/** What is done to a moment, at a place from 0 to 1. */
interface Change {
  readonly what: string;
  readonly of: "killed" | "closed";
  readonly to: (files: Map<string, Uint8Array>, parts: { readonly place: number; readonly all: Moments }) => void;
  /** What it is refused with; absent where only a record may be. */
  readonly says?: RegExp;
}

const OLDER =
  /its state\.sqlite is older than its \.state\.mark: it has \d+ commits of \d+; restore a copy of the whole folder, or move the folder away to start without it$/;
const restored = (of: Change["of"], from: "earlier" | "working", ...names: readonly string[]): Change => ({
  what: `${names.join(" and ")} of a copy (${from})`,
  of,
  to: (files, { all }) => {
    files.delete(LOG);
    for (const name of names) files.set(name, all[from].get(name) ?? new Uint8Array());
  },
  says: OLDER,
});
const damaged = (of: Change["of"], name: string, damage: Damage): Change => ({
  what: `a ${damage} of ${name}`,
  of,
  to: (files, { place }) => damageFile(files, name, { damage, place }),
});
const CHANGES: readonly Change[] = [
  restored("closed", "earlier", DATABASE),
  restored("killed", "earlier", DATABASE),
  restored("closed", "working", DATABASE, LOG),
  restored("killed", "working", DATABASE, LOG),
  { what: "the log is gone", of: "killed", to: (files) => files.delete(LOG), says: OLDER },
  { what: "the database is gone", of: "closed", to: (files) => files.delete(DATABASE), says: OLDER },
  {
    what: "the database of a copy below the log of today",
    of: "killed",
    to: (files, { all }) => files.set(DATABASE, all.earlier.get(DATABASE) ?? new Uint8Array()),
  },
  ...(["byte", "byte", "sector", "cut"] as const).map((damage) => damaged("killed", LOG, damage)),
  ...(["byte", "byte", "byte", "sector", "cut"] as const).map((damage) => damaged("closed", DATABASE, damage)),
];

for (let at = 0; at < PLACES; at++) {
  const change = CHANGES[at % CHANGES.length];
  Deno.test(`change ${at} of ${SEED}: when ${change?.what} comes into a state that is ${change?.of}, nothing kept is asked again or answered otherwise`, async () => {
    ok(change !== undefined);
    const all = await moments();
    const files = new Map(all[change.of]);
    change.to(files, { place: xorshift(SEED * PLACES + at + 1)(), all });
    const folder = await Deno.makeTempDir();
    for (const [name, bytes] of files) await Deno.writeFile(`${folder}/${name}`, bytes);
    if (change.says) throws(() => open(folder), change.says);
    const state = opened(folder);
    for (let kept = 0; kept < KEPT && state; kept++) {
      const found = foundBy(() => state.replies.find(scopeOf(kept)));
      if (found !== "refused") deepEqual(found, { digest: "d", reply: replyOf(kept) });
      const response = foundBy(() => state.responses.find(`resp_${kept}`, "owner_1"));
      // With another owner in its record it is nobody's, which is 404.
      if (response !== "refused" && response !== undefined) deepEqual(response, responseOf(kept));
    }
    await state?.close();
    await Deno.remove(folder, { recursive: true });
  });
}

function opened(folder: string): ServiceState | undefined {
  try {
    return open(folder);
  } catch (error) {
    ok(error instanceof StateError, String(error));
    match(error.message, /^Cannot use .* for the service's state: .*; (restore|move|choose)/);
    return undefined;
  }
}

function foundBy<T>(find: () => T): T | "refused" {
  try {
    return find();
  } catch (error) {
    ok(error instanceof RequestError, String(error));
    equal(error.status, 503);
    return "refused";
  }
}
