/** One list that several hosts begin at the same moment, each in a folder of its own. */
import { deepEqual, equal, match } from "../assert.ts";
import { openPostgres } from "../../packages/fleet/postgres.ts";
import type { Query } from "../../packages/fleet/ports.ts";
import { listFolder, statusesOf } from "./list_folder.ts";
import { countingService, eventually, type FleetProcess, fleetProcess, screenAlone, testFleet } from "./processes.ts";
import { isWithoutPostgres, scratchPostgres } from "./scratch_postgres.ts";

const ignore = isWithoutPostgres;

/** Starts hosts and holds them up when they begin a run, until all wait with their plan; then this is done. */
async function whileAllWait<T>(url: string, start: () => readonly T[], then = (_hosts: readonly T[]) => {}) {
  await using sql = openPostgres(url, { connections: 1 });
  const isThere = "SELECT to_regclass('conviction_fleet.accounts') IS NOT NULL AS yes";
  await eventually(async () => (await sql.query(isThere))[0]?.["yes"] === true);
  return await sql.transact(async (query: Query) => {
    await query("LOCK TABLE conviction_fleet.accounts");
    const hosts = start();
    const waiting = "SELECT count(DISTINCT pid) AS n FROM pg_locks WHERE NOT granted " + // one for the table, others in turn
      "AND (relation = 'conviction_fleet.accounts'::regclass OR (locktype = 'advisory' AND classid = 6042022))";
    await eventually(async () => Number((await query(waiting))[0]?.["n"]) === hosts.length);
    then(hosts);
    return hosts;
  });
}

const endsOf = (hosts: readonly FleetProcess[]) =>
  Promise.all(hosts.map(async ({ ended }) => (await ended).code || (await ended).text.replaceAll(/\/tmp\S*/g, "")));

for (const { answerMs, when } of [{ answerMs: 300, when: "works on it" }, { answerMs: 0, when: "may have ended it" }]) {
  Deno.test({
    name: `four hosts begin one list at the same moment: it is asked once, and all get it, where the first ${when}`,
    ignore,
    async fn() {
      await using fleet = await testFleet({ rows: 10, answerMs });
      const folders = [fleet.place.folder, ...await Promise.all([10, 10, 10].map((rows) => fleet.listFolder(rows)))];
      const hosts = await whileAllWait(fleet.place.url, () => folders.map((folder) => fleet.screen([], folder)));
      const ends = await endsOf(hosts);
      const [first, ...others] = await Promise.all(folders.map((folder) => fleet.theses(folder)));
      const { arrivals, mostOfOne } = await fleet.service.counted();
      deepEqual([arrivals, mostOfOne], [10, 1], ends.join("\n"));
      deepEqual(others, [first, first, first]);
    },
  });
}

Deno.test({
  name: "a host that dies between its plan and the database follows the host that began the list meanwhile",
  ignore,
  async fn() {
    await using fleet = await testFleet({ rows: 10, answerMs: 3_000 });
    const other = await fleet.listFolder(10);
    const dead = await whileAllWait(fleet.place.url, () => [fleet.screen()], ([dying]) => dying?.kill("SIGKILL"));
    await endsOf(dead);
    const working = fleet.screen([], other);
    await fleet.service.reached(1);
    const again = fleet.screen();
    const ends = await endsOf([working, again]);
    equal((await fleet.service.counted()).arrivals, 10, ends.join("\n"));
    equal(await fleet.theses(), await fleet.theses(other));
  },
});

Deno.test({
  name: "a folder with answers that the fleet does not know is not thrown away for the run of another host",
  ignore,
  async fn() {
    await using fleet = await testFleet({ rows: 10, answerMs: 1_000 });
    const { folder } = fleet.place;
    await screenAlone(folder, fleet.service.url, { out: "out", more: ["--max-requests", "4"] });
    const answered = await fleet.theses();
    const working = fleet.screen([], await fleet.listFolder(10));
    await fleet.service.reached(4 + 1);
    const { code, text } = await fleet.screen().ended;
    equal(code, 2);
    match(
      text,
      /Cannot give \S+ to the fleet: another host (?:works on|has just finished) the same list, as run \S+, and this folder has answers that the fleet does not know; name another folder to follow that run, or use --new/,
    );
    deepEqual([await fleet.theses(), statusesOf(answered)], [answered, { done: 4, skipped: 6 }]);
    await working.ended;
    equal((await fleet.service.counted()).arrivals, 4 + 10);
  },
});

Deno.test({
  name: "a host that falls behind until another has ended the list: it names who has the files, and asks nothing again",
  ignore,
  async fn() {
    await using postgres = await scratchPostgres();
    await using list = await listFolder(10);
    await using other = await listFolder(10);
    await using service = await countingService(5_000, ["files"]);
    const common = ["--base-url", service.url, "--files-to", `${list.folder}/shared`];
    const start = (task: "screen" | "work", folder: string, more: readonly string[]) =>
      fleetProcess(task, [...more, ...common], { folder, url: postgres.url });
    const screen = (folder: string) => start("screen", folder, ["list.csv", "--out", "out", "--quiet"]);
    await using _worker = start("work", list.folder, []);
    await using first = screen(list.folder);
    await service.reached(1);
    await using behind = screen(other.folder);
    await eventually(() => other.theses().then(() => true, () => false));
    behind.kill("SIGSTOP");
    equal((await first.ended).code, 0);
    behind.kill("SIGCONT");
    await using again = screen((await behind.ended, other.folder));
    for (const { ended } of [behind, again]) {
      const { code, text } = await ended;
      equal(code, 2, text);
      match(
        text,
        /another host has just finished the same list, as run \S+, and its files are with that host; take them from there, or use --new/,
      );
    }
    equal((await service.counted()).arrivals, 10);
  },
});
