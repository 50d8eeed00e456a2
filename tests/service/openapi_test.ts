/** `/openapi.json`: the document is whole, and every example of it has a reply that it describes. */
import { deepEqual, equal, match, ok } from "../assert.ts";
import { ROUTES } from "../../src/protocol/route.ts";
import { REFUSALS } from "../../src/service/openapi/refusals.ts";
import { type Embedded, openEmbedded } from "../../src/setup/embedded.ts";
import { filesBelow, ROOT } from "../house/module_graph.ts";
import { DESCRIBED, type Described, DOCUMENT, type Exchange, type Part, undescribed } from "./described.ts";
import { problemsOf, resolve } from "./json_schema.ts";
import { eventSchema, responseSchema } from "./open_responses_schema.ts";
import { fakeService, KEY, post } from "./service_fixture.ts";

const BASE = "http://conviction.invalid";

Deno.test("GET /openapi.json needs no key, and is the document; another method is refused", async () => {
  const { service } = fakeService();
  const reply = await service(new Request(`${BASE}/openapi.json`));
  equal(reply.headers.get("content-type"), "application/json");
  deepEqual(await reply.json(), DOCUMENT);
  equal((await service(new Request(`${BASE}/openapi.json`, { method: "HEAD" }))).status, 200);
  equal((await service(new Request(`${BASE}/openapi.json`, { method: "POST" }))).status, 401);
  equal((await service(post(`${BASE}/openapi.json`, {}))).status, 405);
  const { paths } = await (await service(new Request(BASE))).json();
  ok(paths.some(({ path }: Part) => path === "/openapi.json"), "GET / names it");
});

Deno.test("the document has each operation of the table of routes, once, with a name, a summary and replies", () => {
  equal(DOCUMENT.openapi, "3.1.0");
  deepEqual(
    DESCRIBED.map(({ id, method, path }) => [id, method, path]).sort(),
    Object.entries(ROUTES).map(([id, { method, path }]) => [id, method, path]).sort(),
  );
  for (const { id, operation, path } of DESCRIBED) {
    match(operation.summary, /^[A-Z].*[^.]$/, id);
    ok(Object.keys(operation.responses).some((status) => /^2..$/.test(status)), `${id} can succeed`);
    for (const reply of Object.values<Part>(operation.responses)) ok(reply.description, `${id}: a reply is described`);
    const named = parametersOf(operation).filter((one) => one.in === "path").map(({ name }) => name);
    deepEqual(named, [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name), `${id}: the parts of its path`);
  }
});

Deno.test("each reference of the document is to a part that exists, and each component is referred to", () => {
  const referred = new Set(refsIn(DOCUMENT));
  for (const ref of referred) ok(resolve(ref, DOCUMENT), ref);
  const { securitySchemes: _, ...components } = DOCUMENT.components;
  const all = Object.entries<Part>(components).flatMap(([kind, parts]) =>
    Object.keys(parts).map((name) => `#/components/${kind}/${name}`)
  );
  deepEqual(all.filter((ref) => !referred.has(ref)), []);
});

Deno.test("each example of the document keeps to its schema, and each operation with a body has one", () => {
  for (const parameter of Object.values<Part>(DOCUMENT.components.parameters)) {
    if (parameter.in === "path") ok("example" in parameter, parameter.name);
    if ("example" in parameter) deepEqual(problemsOf(parameter.example, parameter.schema, DOCUMENT), []);
  }
  for (const { id, method, operation, path } of DESCRIBED) {
    const { schema, examples = {} } = bodyOf(operation) ?? {};
    for (const { value } of Object.values<Part>(examples)) deepEqual(problemsOf(value, schema, DOCUMENT), []);
    equal(Object.keys(examples).length > 0, method === "POST" && !path.includes("{"), `${id}: examples of a body`);
  }
});

Deno.test("each code that the service can refuse with is in the document with its status, and no other", async () => {
  const files = await Promise.all(["src/service", "src/door"].map((folder) => filesBelow(folder, ".ts")));
  const texts = await Promise.all(
    files.flat().filter((path) => !path.includes("/openapi/")).map((path) => Deno.readTextFile(new URL(path, ROOT))),
  );
  const source = texts.join("\n");
  const thrown = [...source.matchAll(/status: (\d{3}),\s+code: "(\w+)"/g)].map(([, status, code]) => [code, status]);
  ok(thrown.length > 20);
  const table: Part = REFUSALS;
  for (const [code = "", status] of thrown) {
    // The path has another method: no operation is asked. /mcp speaks a protocol of its own. A background response that
    // was cancelled has a code alone.
    if (code === "method_not_allowed" || code === "mcp_not_loaded" || (code === "cancelled" && status === "409")) {
      continue;
    }
    equal(String(table[code]?.status), status, code);
  }
  const agents = await Deno.readTextFile(new URL("src/agent/step.ts", ROOT));
  for (const code of Object.keys(REFUSALS)) {
    const [family, part] = /^(unsupported)_(tool_choice|conversation)$/.exec(code)?.slice(1) ?? [];
    const said = family ? source.includes(`${family}("${part}"`) : `${source}${agents}`.includes(`"${code}"`);
    ok(said, `${code} is a code of the service`);
  }
});

const SPOILED: readonly { readonly when: string; readonly spoil: (exchange: Exchange) => Exchange }[] = [
  { when: "its status is another", spoil: (one) => ({ ...one, status: 418 }) },
  { when: "a field is missing", spoil: withBody(({ key_drivers: _, ...rest }) => rest) },
  { when: "a field has another type", spoil: withBody((body) => ({ ...body, risks: "none" })) },
  {
    when: "a value is out of its range",
    spoil: withBody((body) => ({ ...body, agent_thesis: { ...body.agent_thesis, confidence: 1.5 } })),
  },
  { when: "it has an unknown header", spoil: (one) => ({ ...one, headers: headersOf(one, "conviction-news", "1") }) },
  { when: "its media type is another", spoil: (one) => ({ ...one, headers: headersOf(one, "content-type", "a/b") }) },
];

let embedded: Embedded;
Deno.test.beforeAll(async () => {
  embedded = await openEmbedded({ apiKeys: [KEY], data: undefined });
});
Deno.test.afterAll(() => embedded.close());

for (const { when, spoil } of SPOILED) {
  Deno.test(`a reply is not as described when ${when}`, async () => {
    const real = await exchange(post(`${BASE}/api/v1/agent/reasoning`, { input: "Analyse AAPL" }));
    deepEqual(undescribed(real), []);
    equal(undescribed(spoil(real)).length, 1);
  });
}

for (const described of DESCRIBED) {
  for (const prefix of prefixesOf(described)) {
    for (const [name, request] of examplesOf(described, prefix)) {
      Deno.test(`${described.id}${prefix && ` below ${prefix}`}: the reply to ${name} is as described`, async () => {
        const sent = request();
        const came = await exchange(sent);
        deepEqual(undescribed(came), []);
        equal(came.status, name === "its path as written" && described.path.includes("_id}") ? 404 : 200);
        if (prefix) asOpenResponses(came);
        if (described.method !== "GET") return;
        const head = await exchange(new Request(request(), { method: "HEAD" }));
        deepEqual([head.status, head.body, undescribed(head)], [came.status, "", []]);
      });
    }
  }
}

Deno.test("what an answer links to has the replies that are described, with its identifiers", async () => {
  const first = await exchange(post(`${BASE}${ROUTES.createResponse.path}`, { input: "Analyse AAPL" }));
  const body = JSON.parse(first.body ?? "");
  const { links } = operationNamed("createResponse").operation.responses[200];
  const names = Object.keys(links).sort((one, other) => Number(isEnd(one)) - Number(isEnd(other)));
  for (const name of names) {
    const { operationId, parameters } = resolve(links[name].$ref, DOCUMENT) as Part;
    const linked = operationNamed(operationId);
    const path = linked.path.replace(/\{(\w+)\}/g, (_, part) => pointed(body, parameters[part]));
    const came = await exchange(new Request(BASE + path, { method: linked.method, headers: authorized() }));
    deepEqual([operationId, came.status, undescribed(came)], [operationId, 200, []]);
    if (linked.method !== "GET") continue;
    const head = await exchange(new Request(BASE + path, { method: "HEAD", headers: authorized() }));
    deepEqual([operationId, head.status, undescribed(head)], [operationId, 200, []]);
  }
  equal(names.length, 6);
});

Deno.test("a background stream is resumed, cancelled and listed as described, in both dialects", async () => {
  for (const prefix of ["", "/openai"]) {
    const asked = { input: "Analyse AAPL", background: true, stream: true };
    const first = await exchange(post(`${BASE}${prefix}/v1/responses`, asked));
    deepEqual(undescribed(first), []);
    const at = `${BASE}${prefix}/v1/responses/${first.headers.get("conviction-response-id")}`;
    for (const rest of ["?stream=true&starting_after=3", "", "?stream=maybe", "/input_items?order=asc&limit=1"]) {
      const came = await exchange(new Request(at + rest, { headers: authorized() }));
      deepEqual([rest, came.status, undescribed(came)], [rest, rest === "?stream=maybe" ? 400 : 200, []]);
    }
    const came = await exchange(new Request(`${at}/cancel`, { method: "POST", headers: authorized() }));
    deepEqual([came.status, undescribed(came)], [200, []]);
  }
});

Deno.test("a range, a file that the caller has, and a link have the replies that are described", async () => {
  const thesis = await exchange(post(`${BASE}${ROUTES.reason.path}`, { input: "Analyse AAPL", include: ["files"] }));
  const { file_id } = JSON.parse(thesis.body ?? "").metadata.files[0];
  const file = `${BASE}/v1/files/${file_id}`;
  const etag = (await exchange(new Request(file, { headers: authorized() }))).headers.get("etag") ?? "";
  const link = await exchange(new Request(`${file}/link`, { method: "POST", headers: authorized() }));
  const cases = [
    { headers: authorized({ range: "bytes=0-9" }), status: 206 },
    { headers: authorized({ range: "bytes=999999999-" }), status: 416 },
    { headers: authorized({ "if-none-match": etag }), status: 304 },
    { url: BASE + JSON.parse(link.body ?? "").path, headers: {}, status: 200 },
    { url: `${file}?signature=0`, headers: {}, status: 401 },
  ];
  for (const { url = file, headers, status } of cases) {
    const came = await exchange(new Request(url, { headers }));
    deepEqual([came.status, undescribed(came)], [status, []]);
  }
});

/** Sends a request to the service over the sample data. */
async function exchange(request: Request): Promise<Exchange> {
  const { method, url } = request;
  const { status, headers, ...reply } = await answered(request);
  return { method, url, status, headers, body: reply.body };
}

async function answered(request: Request) {
  const reply = await embedded.service(request);
  return { status: reply.status, headers: reply.headers, body: await reply.text() };
}

/** The servers that an operation is on, as what stands before its path. */
function prefixesOf({ path }: Described): readonly string[] {
  const servers: readonly Part[] = DOCUMENT.paths[path].servers ?? DOCUMENT.servers;
  return servers.map(({ url }) => url === "/" ? "" : url);
}

function examplesOf({ method, path, operation }: Described, prefix: string): [string, () => Request][] {
  const written = path.replace(/\{(\w+)\}/g, (_, name) => DOCUMENT.components.parameters[name].example);
  const url = BASE + prefix + written;
  const bodies = Object.entries<Part>(bodyOf(operation)?.examples ?? {});
  if (bodies.length > 0) return bodies.map(([name, { value }]) => [`the example ${name}`, () => post(url, value)]);
  const isOpen = operation.security.length === 0;
  return [["its path as written", () => new Request(url, { method, headers: isOpen ? {} : authorized() })]];
}

/** The compliance program of Open Responses has schemas too: below `/openai/v1` its types hold. */
function asOpenResponses({ url, status, headers, body = "" }: Exchange) {
  if (status !== 200 || !url.endsWith("/responses")) return;
  if (headers.get("content-type") === "application/json") return void responseSchema.parse(JSON.parse(body));
  for (const [, data = ""] of body.matchAll(/^data: (\{.*)$/gm)) eventSchema.parse(JSON.parse(data));
}

function authorized(more: Readonly<Record<string, string>> = {}) {
  return { authorization: `Bearer ${KEY}`, ...more };
}

function operationNamed(id: string): Described {
  const found = DESCRIBED.find((one) => one.id === id);
  if (!found) throw new Error(`Cannot find the operation ${id}`);
  return found;
}

/** What ends a response comes last. */
function isEnd(name: string): boolean {
  return name === "deleteResponse";
}

/** The value of an expression like `$response.body#/id`. */
function pointed(body: Part, expression: string): string {
  const [, pointer = ""] = expression.split("#/");
  return pointer.split("/").reduce((value: Part, name) => value[name], body) as unknown as string;
}

function parametersOf(operation: Part): readonly Part[] {
  return (operation.parameters ?? []).map(({ $ref }: Part) => resolve($ref, DOCUMENT));
}

function bodyOf(operation: Part): Part | undefined {
  return operation.requestBody?.content["application/json"];
}

function refsIn(part: unknown): string[] {
  if (typeof part !== "object" || part === null) return [];
  const own = "$ref" in part && typeof part.$ref === "string" ? [part.$ref] : [];
  return [...own, ...Object.values(part).flatMap(refsIn)];
}

function withBody(change: (body: Part) => Part) {
  return (one: Exchange): Exchange => ({ ...one, body: JSON.stringify(change(JSON.parse(one.body ?? ""))) });
}

function headersOf({ headers }: Exchange, name: string, value: string): Exchange["headers"] {
  return new Map([...headers.keys()].map((one) => [one, headers.get(one) ?? ""] as const)).set(name, value);
}
