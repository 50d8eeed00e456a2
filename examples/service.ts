// The service as a function, with an agent of your own: deno run -A examples/service.ts
// deno-lint-ignore-file no-console
import { createService, MemoryFileStore, systemClock } from "conviction/service";

const newId = () => crypto.randomUUID();
const service = createService({
  agent: async function* ({ input }) { // yields steps: tools, code, text, and a conclusion
    yield { kind: "conclusion", conclusion: { kind: "no_subject", message: `No company in "${input}"` } };
  },
  fileStore: new MemoryFileStore({ newId }),
  apiKeys: ["sk-local"],
  clock: systemClock,
  newId,
});
const request = new Request("http://localhost/v1/responses", {
  method: "POST",
  headers: { "authorization": "Bearer sk-local", "content-type": "application/json" },
  body: JSON.stringify({ input: "Analyse my cat" }),
});
const reply = await service(request);
console.log(reply.status, await reply.text());
