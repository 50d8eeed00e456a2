import { deepEqual, equal, match } from "../assert.ts";
import { connect, ProtocolError } from "conviction";
import type { ReasoningRequest } from "../../src/protocol/reasoning.ts";
import { createClient } from "../../src/client/client.ts";
import { systemClock } from "../../src/pace/system_clock.ts";
import { answerTo } from "./fake_research.ts";
import { listOf, screened } from "./screened.ts";
import { testMachine } from "./test_machine.ts";

/** Screens one row whose answer names these files. */
async function screenNaming(files: unknown) {
  await using server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, async (request) => {
    const path = new URL(request.url).pathname;
    if (path.startsWith("/v1/files/")) return new Response(path.split("/").at(-1));
    const answer = answerTo(await request.json() as ReasoningRequest);
    return Response.json({ ...answer, metadata: { ...answer.metadata, files } });
  });
  const baseUrl = `http://127.0.0.1:${server.addr.port}`;
  const { outcomes: [row] } = await screened(listOf(1), connect({ baseUrl }), { machine: testMachine() });
  const saved = row !== undefined && "files" in row ? row.files.map(({ path }) => path) : [];
  return { status: row?.status, saved, error: row !== undefined && "error" in row ? row.error : undefined };
}

const GOOD = { file_id: "ok", filename: "a.txt" };
const ODD: readonly { readonly what: string; readonly files: unknown; readonly saved: readonly string[] }[] = [
  { what: "one without an id", files: [{ filename: "b.txt" }, GOOD], saved: ["files/1_T1/a.txt"] },
  { what: "one with an empty id", files: [GOOD, { file_id: "" }], saved: ["files/1_T1/a.txt"] },
  { what: "one that is null", files: [GOOD, null], saved: ["files/1_T1/a.txt"] },
  { what: "one whose id is a list", files: [GOOD, { file_id: ["x"] }], saved: ["files/1_T1/a.txt"] },
  { what: "texts", files: ["ok"], saved: [] },
  { what: "another name for the id", files: { id: "ok" }, saved: [] },
];
for (const { what, files, saved } of ODD) {
  Deno.test(`an answer that names files with ${what} among them keeps the others, and its row is partial`, async () => {
    const told = await screenNaming(files);
    deepEqual([told.status, told.saved, told.error?.code], ["partial", saved, "file_reference"]);
    match(told.error?.message ?? "", /^Cannot get file [12]: its reference has no usable file_id$/);
  });
}

Deno.test("an id that is a number, and one reference instead of a list, are as good as any", async () => {
  deepEqual(await screenNaming([{ file_id: 5, filename: "n.txt" }, GOOD]), {
    status: "done",
    saved: ["files/1_T1/n.txt", "files/1_T1/a.txt"],
    error: undefined,
  });
  deepEqual((await screenNaming(GOOD)).saved, ["files/1_T1/a.txt"]);
  equal((await screenNaming(null)).status, "done");
});

Deno.test("what a reference was instead of an object is kept with the answer", async () => {
  const client = createClient({ baseUrl: "http://127.0.0.1:1", clock: systemClock, fetch, newId: () => "id" });
  const read = client.readReply(JSON.stringify({ ...answerTo({ input: "x" }), metadata: { files: ["abc"] } }));
  equal(JSON.stringify(read.metadata?.files), '[{"file_id":"","reference":"abc"}]');
  const failed = await client.file({ file_id: "" }).catch((error: unknown) => error);
  equal(
    failed instanceof ProtocolError && failed.message,
    "Cannot get file: its reference has no file_id that can be used",
  );
});
