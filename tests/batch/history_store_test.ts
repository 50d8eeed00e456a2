/** The history of a list, where it may not be written. */
import { deepEqual, equal, match, ok } from "../assert.ts";
import { openStore } from "../../src/batch/history/history_store.ts";
import { RELAXED } from "../../src/disk/durability.ts";
import type { Manifest } from "../../src/run/manifest.ts";
import type { RunSeries } from "../../src/run/ticker_history.ts";

const OPTIONS = { mayCreate: true, durability: RELAXED };
/** Made while it may be written: the test may not. */
const FOLDER = Deno.makeTempDirSync();
Deno.mkdirSync(`${FOLDER}/none`);
{
  using store = openStore(FOLDER, OPTIONS).store;
  store?.remember({
    folder: "monday",
    finishedAt: "2024-01-02T00:00:00Z",
    night: "2024-01-01",
    series: {} as RunSeries,
    manifest: { run_id: "run-1", started_at: "2024-01-01T22:00:00Z" } as Manifest,
  }, []);
}

Deno.test({
  name: "a history that may not be written is read, and one that is not there says why it is not made",
  permissions: { read: true, write: false },
  fn() {
    const { store: opened, ...rest } = openStore(FOLDER, OPTIONS);
    ok(opened);
    using store = opened;
    deepEqual([rest, store.known().get("run-1")?.folder], [{ isWritable: false }, "monday"]);
    const { note, ...none } = openStore(`${FOLDER}/none`, OPTIONS);
    deepEqual(none, { isWritable: false, isLost: false });
    match(note ?? "", /^it cannot be written: /);
    equal(openStore(`${FOLDER}/none`, { ...OPTIONS, mayCreate: false }).isWritable, true);
  },
});
