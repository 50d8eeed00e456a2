/** The key is in no answer, however a service repeats it, and nothing else of an answer changes. */
import { deepEqual, equal, ok } from "../assert.ts";
import fc from "fast-check";
import type { Research } from "conviction";
import { createClient } from "../../src/client/client.ts";
import { systemClock } from "../../src/pace/system_clock.ts";
import { escapeHtml } from "../../src/text/html.ts";

const KEY = "sk-canary/7f+Q&<4711";
const ESCAPED = [...KEY].map((char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`).join("");
const FORMS = { plain: KEY, base64: btoa(KEY), url: encodeURIComponent(KEY), html: escapeHtml(KEY) };

function clientOf(
  body: string,
  { type = "application/json", apiKey = KEY }: { type?: string; apiKey?: string } = {},
): Research {
  return createClient({
    ...{ baseUrl: "https://research.example", apiKey, clock: systemClock, newId: () => "" },
    fetch: () => Promise.resolve(new Response(body, { headers: { "content-type": type } })),
  });
}

const thesis = (text: string) => ({
  agent_thesis: { signal: text, confidence: 0.5, reasoning: `You sent ${text}. Bearer bonds, sk-can and 4711 stay.` },
  key_drivers: [text],
  risks: [],
  metadata: { [`x ${text}`]: { deep: [[text]] }, files: [{ file_id: "f", filename: `${text}.csv` }] },
});

for (const [form, echo] of [...Object.entries(FORMS), ["redacted", "[redacted]"] as const]) {
  Deno.test(`a thesis that holds the key (${form}) holds [redacted] in its place`, async () => {
    const client = clientOf(JSON.stringify(thesis(echo)));
    deepEqual(await client.reason("x"), thesis("[redacted]"));
    const note = "The service repeats the key in its replies; [redacted] is in its place";
    deepEqual(client.replyNotes, form === "redacted" ? [] : [note]);
  });
}

Deno.test("a key that JSON writes as \\u escapes is found too", async () => {
  const body = JSON.stringify(thesis("HERE")).replaceAll("HERE", ESCAPED);
  deepEqual(await clientOf(body).reason("x"), thesis("[redacted]"));
});

Deno.test("a key in an answer nested 50,000 levels deep is found", async () => {
  const body = JSON.stringify({ ...thesis("x"), deep: 1 }).replace(
    '"deep":1',
    `"deep":${"[".repeat(50_000)}"${KEY}"${"]".repeat(50_000)}`,
  );
  let value: unknown = (await clientOf(body).reason("x") as unknown as { deep: unknown }).deep;
  while (Array.isArray(value)) value = value[0];
  equal(value, "[redacted]");
});

const DONE = { type: "response.completed", response: { id: "r", status: "completed", output: [] } };

/** Streams a text in pieces, with events of other types between them where `between` says so. */
async function streamed(pieces: readonly string[], between: readonly boolean[] = []) {
  const events = [
    ...pieces.flatMap((delta, at) => [
      { type: "response.output_text.delta", item_id: "a", sequence_number: 2 * at, delta },
      ...(between[at] === true ? [{ type: "a.newer.type", delta: 7, sequence_number: 2 * at + 1 }] : []),
    ]),
    { type: "response.output_text.done", item_id: "a", text: pieces.join("") },
    DONE,
  ];
  const wire = [...events.map((event) => `data: ${JSON.stringify(event)}\n\n`), "data: [DONE]\n\n"].join("");
  const answer = clientOf(wire, { type: "text/event-stream" }).stream("x");
  let shown = "";
  const seen: string[] = [];
  for await (const event of answer) {
    if (event.type === "response.output_text.delta") shown += event.delta;
    seen.push(JSON.stringify(event));
  }
  equal(answer.snapshot.warnings.includes("numbers_repeat"), false);
  return { shown, text: answer.snapshot.text, all: seen.join("\n") };
}

/** Up to three characters of the key may be before its place, and half a byte of its base64 form behind it. */
function isLike(expected: string): RegExp {
  const parts = expected.split("[redacted]").map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, "\\$&"));
  return new RegExp(`^${parts.join("(?:s|sk|sk-|c|c2|c2s)?\\[redacted\\](?:E=)?")}$`);
}

Deno.test("a streamed answer shows no key, wherever its pieces are cut, and everything else as it came", async () => {
  const text = fc.array(fc.constantFrom(KEY, btoa(KEY), "s", "sk-", "sk-canary", " and ", "4711", "\n"), {
    maxLength: 6,
  });
  await fc.assert(
    fc.asyncProperty(
      text,
      fc.array(fc.nat(30), { maxLength: 12 }),
      fc.array(fc.boolean(), { maxLength: 12 }),
      async (parts, cuts, between) => {
        const whole = `.${parts.join("")}`; // an answer without any text is none
        const pieces: string[] = [];
        let at = 0;
        for (const cut of cuts) pieces.push(whole.slice(at, at += cut));
        pieces.push(whole.slice(at));
        const { shown, text, all } = await streamed(pieces, between);
        const expected = whole.replaceAll(KEY, "[redacted]").replaceAll(btoa(KEY), "[redacted]");
        for (const found of [shown, text]) ok(isLike(expected).test(found), `${found} is not ${expected}`);
        deepEqual(Object.values(FORMS).filter((form) => all.includes(form)), []);
      },
    ),
    { numRuns: 200 },
  );
});

Deno.test("what may be only the beginning of the key is shown, at the latest when the text ends", async () => {
  for (const whole of ["Apple is", "in sk-can", "sk-", "s", "sk-canary/7f+Q&<471"]) {
    deepEqual([(await streamed([whole])).text, (await streamed([...whole])).text], [whole, whole]);
  }
});
