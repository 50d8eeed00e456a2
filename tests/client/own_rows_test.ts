/** Rows of a caller's own: how a client sends them, and that the embedded service answers from them. */
import { deepEqual, equal, match, ok, rejects, throws } from "../assert.ts";
import { connect } from "../../mod.ts";
import { createClient } from "../../src/client/client.ts";
import { systemClock } from "../../src/pace/system_clock.ts";

const ROWS = [
  { ticker: "AAPL", date: "2017-05-02", my_factor: 1.25 },
  { ticker: "IBM", date: "2017-05-02", my_factor: -2, other_1: 7 },
];
const CSV = '"ticker","date","my_factor","other_1"\n"AAPL","2017-05-02",1.25,\n"IBM","2017-05-02",-2,7\n';
const THESIS = { agent_thesis: { signal: "neutral", confidence: 0.5, reasoning: "" }, key_drivers: [], risks: [] };

/** What a client sends. */
async function sentBy(ask: (client: ReturnType<typeof createClient>) => unknown): Promise<Record<string, unknown>> {
  const bodies: string[] = [];
  const client = createClient({
    baseUrl: "http://127.0.0.1:1",
    fetch: async (_url, { body }) => {
      bodies.push(await new Response(body ?? null).text());
      return Response.json(THESIS);
    },
    clock: systemClock,
    newId: () => "key",
  });
  try {
    await ask(client);
  } catch { /* a reply that is no stream: the body is what counts */ }
  return JSON.parse(bodies[0] ?? "");
}

const textOf = (file: unknown) => {
  const { file_data } = file as { readonly file_data: string };
  return new TextDecoder().decode(Uint8Array.from(atob(file_data.split(",")[1] ?? ""), (c) => c.charCodeAt(0)));
};

Deno.test("rows go to the reasoning operation as a CSV file beside the question", async () => {
  const { input, input_files } = await sentBy((client) => client.reason("Analyse AAPL", { own: ROWS }));
  const [file, ...more] = input_files as readonly Record<string, unknown>[];
  deepEqual([input, file?.["type"], file?.["filename"], more], ["Analyse AAPL", "input_file", "own.csv", []]);
  equal(textOf(file), CSV);
});

Deno.test("rows go to create response as a part of the last message", async () => {
  for (const request of ["Analyse AAPL", { input: [{ role: "user", content: "Analyse AAPL" }] }]) {
    const { input } = await sentBy((client) => client.stream(request, { own: ROWS }).final());
    const [{ content: [text, file] }] = input as [{ content: readonly [unknown, unknown] }];
    deepEqual(text, { type: "input_text", text: "Analyse AAPL" });
    equal(textOf(file), CSV);
  }
});

const WRONG: readonly (readonly [when: string, own: unknown])[] = [
  ["no list", { ticker: "AAPL" }],
  ["no row", []],
  ["a row without a day", [{ ticker: "AAPL", my_factor: 1 }]],
  ["a text for a number", [{ ticker: "AAPL", date: "2017-05-02", my_factor: "1" }]],
  ["a number that is none", [{ ticker: "AAPL", date: "2017-05-02", my_factor: NaN }]],
];

for (const [when, own] of WRONG) {
  Deno.test(`own rows are checked before anything is sent: ${when}`, async () => {
    const research = connect();
    const options = { own } as unknown as { readonly own: typeof ROWS };
    const wanted = { name: "InputError", message: /own must be a list of at most 10,000 rows like \[\{ ticker/ };
    await rejects(research.reason("Analyse AAPL", options), wanted);
    throws(() => research.stream("Analyse AAPL", options), wanted);
  });
}

Deno.test("the embedded service answers from rows of the call, by either operation, and forgets them", async () => {
  const research = connect();
  const { agent_thesis } = await research.reason("What is my_factor of AAPL?", { own: ROWS });
  match(agent_thesis.reasoning, /^\*\*Apple's own\.my_factor was 1\.25 on 2 May 2017 \(available since 2 May 2017\)/);
  const { text } = await research.stream("What is my_factor of IBM?", { own: ROWS }).final();
  match(text, /^\*\*IBM's own\.my_factor was −2 on/);
  const without = await research.reason("Analyse AAPL");
  ok(!without.agent_thesis.reasoning.includes("my_factor"), without.agent_thesis.reasoning);
});
