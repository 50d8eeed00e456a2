/**
 * A process to be killed: a service on a state folder, and a caller that sends the same requests under the same keys
 * in each process. Executions and answers are written to two logs and to standard output.
 */
import { createService, ServiceState, type Step, systemClock } from "../../src/service/mod.ts";
import { KEY, post, programOf, THESIS } from "./service_fixture.ts";

const [folder = "", count = "", concurrency = ""] = Deno.args;
const newId = () => crypto.randomUUID();
const state = ServiceState.open(`${folder}/state`, { newId });
const service = createService({
  agent: ({ input }) => research(input),
  fileStore: state.files,
  replyStore: state.replies,
  responseStore: state.responses,
  apiKeys: [KEY],
  clock: systemClock,
  newId,
});

async function* research(input: string): AsyncGenerator<Step, void, undefined> {
  if (input.startsWith("response of ")) return yield { kind: "conclusion", conclusion: THESIS };
  log("executions", input);
  const bytes = new TextEncoder().encode(`date,close\n${input},1\n`);
  yield* programOf([await state.files.put({ filename: "a.csv", mediaType: "text/csv", bytes })]);
  yield { kind: "conclusion", conclusion: THESIS };
}

/** A kill loses nothing that a system call has written. */
function log(name: "executions" | "answers", line: string): void {
  Deno.writeTextFileSync(`${folder}/${name}`, `${line}\n`, { append: true });
  Deno.stdout.writeSync(new TextEncoder().encode(`${name}\n`));
}

async function ask(key: string): Promise<void> {
  const headers = { "idempotency-key": key };
  const body = { input: key, include: ["files"] };
  const reply = await service(post("http://a/api/v1/agent/reasoning", body, { headers }));
  const text = await reply.text();
  const [file] = JSON.parse(text).metadata.files;
  const download = await service(
    new Request(`http://a/v1/files/${file.file_id}`, { headers: { authorization: `Bearer ${KEY}` } }),
  );
  const response = await service(post("http://a/v1/responses", { input: `response of ${key}` }));
  const { id } = await response.json();
  log("answers", JSON.stringify({ key, status: reply.status, text, file: await download.text(), response: id }));
}

const keys = Array.from({ length: Number(count) }, (_, at) => `key-${at}`).values();
await Promise.all(Array.from({ length: Number(concurrency) }, async () => {
  for (const key of keys) await ask(key);
}));
await Deno.stdin.read(new Uint8Array(1)); // an open input keeps it alive until it is killed
await service.close();
await state.close();
