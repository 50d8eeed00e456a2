import { createService, MemoryFileStore, type Step } from "conviction/service";
import { systemClock } from "../../src/pace/system_clock.ts";
import { newId } from "../../src/setup/host.ts";
import { inProcessFetch } from "../../src/setup/in_process.ts";

const VERIFICATION = { confidence: 1, claims_total: 1, claims_verified: 1 };
const RESULT = {
  agent_thesis: { signal: "neutral", confidence: 0.51, reasoning: "Calm – 株価 𝛼." },
  key_drivers: ["d"],
  risks: ["r"],
};

/** Every kind of event, and text with characters of one to four bytes. */
async function* steps(fileStore: MemoryFileStore): AsyncGenerator<Step, void, undefined> {
  yield { kind: "tool_call", name: "price_history", arguments: { ticker: "AAPL" } };
  yield { kind: "tool_output", output: { bars: 3 } };
  const bytes = new TextEncoder().encode("date,close\n");
  const file = await fileStore.put({ filename: "AAPL.csv", mediaType: "text/csv", bytes });
  yield { kind: "code", name: "series", code: "export default 1;\n" };
  yield { kind: "code_started" };
  yield { kind: "code_output", stdout: "3 rows\n", stderr: "", return_code: 0, files: [file] };
  yield { kind: "verification_started" };
  yield { kind: "verification_done", verification: VERIFICATION };
  for (const delta of ["Calm – ", "株価", " 𝛼."]) yield { kind: "text", delta };
  yield { kind: "conclusion", conclusion: { kind: "thesis", result: RESULT } };
}

/** The bytes our own service sends for one answer. */
export async function recordStream(): Promise<Uint8Array<ArrayBuffer>> {
  const fileStore = new MemoryFileStore({ newId });
  const service = createService({
    agent: () => steps(fileStore),
    fileStore,
    apiKeys: ["sk-tape"],
    clock: systemClock,
    newId,
  });
  const reply = await inProcessFetch(service)("http://embedded.invalid/v1/responses", {
    method: "POST",
    headers: { authorization: "Bearer sk-tape", "content-type": "application/json" },
    body: JSON.stringify({ input: "x", stream: true }),
  });
  return await reply.bytes();
}
