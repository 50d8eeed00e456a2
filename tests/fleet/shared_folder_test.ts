/** A folder that all hosts share: what it does not take and does not give back. */
import { deepEqual, match, rejects, throws } from "../assert.ts";
import { sha256 } from "../../src/disk/digest.ts";
import { openSharedFolder } from "../../packages/fleet/shared_folder.ts";
import { contentsOf, listFolder } from "./list_folder.ts";

const FILE = { path: "files/1_A/a.txt", bytes: 3, sha256: sha256("abc"), mediaType: "text/plain" };
const PLACE = { runId: "run", shard: 1, fence: "1" };

Deno.test("the files of a row come back as they were, and none is left when the run is removed", async () => {
  await using list = await listFolder(0);
  const { folder } = list;
  const store = openSharedFolder(`${folder}/shared`, { newId: () => "id" });
  await store.check("run", await store.mark("run"));
  await Deno.mkdir(`${folder}/desk/files/1_A`, { recursive: true });
  await Deno.writeTextFile(`${folder}/desk/files/1_A/a.txt`, "abc");
  await store.put(PLACE, [FILE], `${folder}/desk`);
  await store.put(PLACE, [], `${folder}/desk`);
  for (let time = 0; time < 2; time++) await store.get(PLACE, [FILE], `${folder}/out`); // the second finds it there
  deepEqual(await contentsOf(`${folder}/out`), { "/files/1_A/a.txt": FILE.sha256 });
  await store.remove("run");
  deepEqual(await contentsOf(`${folder}/shared`), {});
});

Deno.test("a folder that is not the one of the conductor is refused, and one that is not there", async () => {
  await using list = await listFolder(0);
  const { folder } = list;
  const mark = await openSharedFolder(`${folder}/shared`, { newId: () => "id" }).mark("run");
  const other = openSharedFolder(`${folder}/other`, { newId: () => "id" });
  await rejects(
    other.check("run", mark),
    /Cannot use \S+ for the files of run run: the file run\/conductor-id that its/,
  );
  throws(
    () => openSharedFolder(`${folder}/none`, { newId: () => "id" }),
    /there is no such folder; mount or create it/,
  );
});

Deno.test("files that are not what was saved, or would lie elsewhere, are not read back", async () => {
  await using list = await listFolder(0);
  const { folder } = list;
  const store = openSharedFolder(`${folder}/shared`, { newId: () => "id" });
  await store.check("run", await store.mark("run"));
  await Deno.mkdir(`${folder}/desk/files/1_A`, { recursive: true });
  await Deno.writeTextFile(`${folder}/desk/files/1_A/a.txt`, "abc");
  for (let time = 0; time < 2; time++) await store.put(PLACE, [FILE], `${folder}/desk`); // a repeated put is the same
  await Deno.writeTextFile(`${folder}/shared/run/1-1/files/1_A/a.txt`, "xyz");
  const messageOf = (work: Promise<void>) => work.then(() => undefined, ({ message }: Error) => message);
  match(String(await messageOf(store.get(PLACE, [FILE], folder))), /Cannot copy \S+: its bytes are not those/);
  const outside = { ...FILE, path: "files/../../a.txt" };
  match(String(await messageOf(store.get(PLACE, [outside], folder))), /not the path of a file of a row/);
  deepEqual(await contentsOf(`${folder}/files`), {});
});

Deno.test("a shared folder that is not mounted any more is not made anew on this host", async () => {
  await using list = await listFolder(0);
  const { folder } = list;
  const store = openSharedFolder(`${folder}/shared`, { newId: () => "id" });
  const error = await store.put(PLACE, [FILE], folder).then(() => undefined, (thrown: Error) => thrown);
  match(String(error), /the folder of its run is not there any more; is it mounted/);
  deepEqual(await contentsOf(`${folder}/shared`), {});
});
