/** What a language model added to an answer, on the wire: described, kept, and apart from the thesis. */
import type { Agent } from "../../src/agent/ports.ts";
import type { FileReference } from "../../src/protocol/file_reference.ts";
import type { LanguageModelReport } from "../../src/protocol/language_model.ts";
import { filesOfResult } from "../../src/protocol/result_files.ts";
import { deepEqual, equal, ok } from "../assert.ts";
import { DOCUMENT } from "./described.ts";
import { bytesOf, fakeService, KEY, OTHER_KEY, post, programOf, RESULT, stepsOf } from "./service_fixture.ts";

const BASE = "http://conviction.invalid";

/** A service whose answers have a file of their own and, where asked for, what a model added, with a file too. */
function service({ hasModel = true } = {}) {
  const agent: Agent = async function* ({ files }) {
    const stored = (name: string) =>
      fake.fileStore.put({ filename: name, mediaType: "text/csv", bytes: bytesOf(name) });
    const own = files ? [await stored("own.csv")] : [];
    const made = files && hasModel ? [await stored("model.csv")] : [];
    yield* programOf(own);
    if (made.length > 0) yield* programOf(made);
    yield* stepsOf().slice(5, -1);
    const metadata = { ...RESULT.metadata, ...hasModel && { language_model: report(made) } };
    yield { kind: "conclusion", conclusion: { kind: "thesis", result: { ...RESULT, metadata } } };
  };
  const fake = fakeService({ agent });
  return fake.service;
}

function report(files: readonly FileReference[]): LanguageModelReport {
  return {
    ...{ name: "made-7b", calls: 3, input_tokens: 1_204, output_tokens: 88, claims_verified: 2, is_estimated: true },
    ...{ looked_up: ["filed_figures AAPL revenue"], answer: ["Sales grew 12%."], comments: ["It is so."] },
    ...{ notes: ["A part was left out."], ...files.length > 0 && { files } },
  };
}

const ASKED = { input: "Analyse AAPL", include: ["files", "verification"] };
const namesOf = (files: readonly FileReference[] = []) => files.map(({ filename }) => filename);

Deno.test("a result has what a model added whole, and all else of it is the same as without one", async () => {
  const ask = async (hasModel: boolean) =>
    await (await service({ hasModel })(post(`${BASE}/api/v1/agent/reasoning`, ASKED))).json();
  const [{ metadata: { language_model, ...metadata }, ...result }, without] = [await ask(true), await ask(false)];
  const { files, ...added } = language_model;
  deepEqual(added, report([]));
  deepEqual([namesOf(files), namesOf(metadata.files)], [["model.csv"], ["own.csv"]]);
  const withoutIds = ({ response_id: _, files: named, ...rest }: typeof metadata) => ({
    ...rest,
    files: namesOf(named),
  });
  equal(
    JSON.stringify({ ...result, metadata: withoutIds(metadata) }),
    JSON.stringify({ ...without, metadata: withoutIds(without.metadata) }),
  );
  deepEqual(namesOf(filesOfResult({ metadata: { ...metadata, language_model } })), ["own.csv", "model.csv"]);
});

Deno.test("a file that a model had made is downloaded by its caller, and by nobody else", async () => {
  const answers = service();
  const { metadata: { language_model: { files: [file] } } } =
    await (await answers(post(`${BASE}/api/v1/agent/reasoning`, ASKED)))
      .json();
  const get = (key: string) =>
    answers(new Request(`${BASE}/v1/files/${file.file_id}`, { headers: { authorization: `Bearer ${key}` } }));
  equal(await (await get(KEY)).text(), "model.csv");
  equal((await get(OTHER_KEY)).status, 404);
});

Deno.test("a stored response keeps what a model added", async () => {
  const answers = service();
  const created = await (await answers(post(`${BASE}/v1/responses`, { input: "Analyse AAPL", store: true }))).json();
  const authorized = { headers: { authorization: `Bearer ${KEY}` } };
  const kept = await (await answers(new Request(`${BASE}/v1/responses/${created.id}`, authorized))).json();
  const { files: _, ...added } = kept.metadata.thesis.metadata.language_model;
  deepEqual(added, report([]));
});

Deno.test("/openapi.json describes each field of what a model added", () => {
  const { properties } = DOCUMENT.components.schemas["ReasoningResult"].properties.metadata.properties.language_model;
  const fields = Object.keys(report([{ file_id: "f" }]));
  deepEqual(fields.filter((name) => !Object.hasOwn(properties, name)), []);
  ok(fields.length === 11 && Object.keys(properties).length === 11, Object.keys(properties).join());
});
