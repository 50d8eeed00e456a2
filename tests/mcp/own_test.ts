/** Tables of a caller's own that an assistant brings with a question. */
import { deepEqual, equal, match, ok } from "../assert.ts";
import { type CallResult, createAssistants } from "../../src/mcp/assistant.ts";
import { MAX_TABLE_BYTES, MAX_TABLE_ROWS } from "../../src/protocol/input_file.ts";
import type { ReasoningResult } from "../../src/protocol/reasoning.ts";
import { calling, deskOf, PARTS, post, service } from "./fixture.ts";

const assistants = createAssistants(PARTS, { all: false });
const TEXT = "ticker,date,my_factor\nAAPL,2017-03-01,1\nAAPL,2017-04-03,3\nAAPL,2017-05-02,1.25\nQQQX,2017-05-02,-7\n";
const own = [{ name: "scores.csv", text: TEXT }];

async function call(asked: unknown, owner = "one"): Promise<CallResult> {
  const result = await assistants(deskOf(owner)).call("thesis", asked, calling());
  if (result === undefined) throw new TypeError("there is no tool thesis");
  return result;
}

const thesisIn = ({ structuredContent }: CallResult) =>
  Object(structuredContent).value as ReasoningResult & { readonly metadata: NonNullable<ReasoningResult["metadata"]> };
const textOf = ({ content: [part] }: CallResult) => part?.type === "text" ? part.text : "";

Deno.test("a question about a table that comes with the call is answered, with its claims", async () => {
  const asked = await call({ question: "What is my_factor of AAPL?", own });
  match(
    thesisIn(asked).agent_thesis.reasoning,
    /^\*\*Apple's scores\.my_factor was 1\.25 on 2 May 2017 \(available since 2 May 2017\); it was 3 on 3 Apr 2017, a change of −1\.75\./,
  );
  const { claims } = Object(asked.structuredContent) as {
    readonly claims: readonly { metric: string; value: unknown }[];
  };
  deepEqual(claims.filter(({ metric }) => metric === "own_value").map(({ value }) => value), [1.25]);
  const stranger = await call({ question: "Analyse QQQX", own });
  match(thesisIn(stranger).agent_thesis.reasoning, /QQQX's scores\.my_factor was −7 on 2 May 2017/);
});

Deno.test("a table of one call is unknown to the next, of the same caller and of another", async () => {
  await call({ question: "Analyse AAPL", own });
  for (const owner of ["one", "other"]) {
    ok(!textOf(await call({ question: "Analyse AAPL" }, owner)).includes("my_factor"));
    match(textOf(await call({ question: "Analyse QQQX" }, owner)), /does not know "QQQX"/);
  }
});

Deno.test("a table changes no signal, score, driver or risk of a thesis", async () => {
  const of = (
    { agent_thesis: { signal, confidence }, key_drivers, risks, metadata: { score } }: ReturnType<typeof thesisIn>,
  ) => [signal, confidence, key_drivers, risks, score];
  const [without, with1] = [await call({ question: "Analyse AAPL" }), await call({ question: "Analyse AAPL", own })];
  deepEqual(of(thesisIn(with1)), of(thesisIn(without)));
});

Deno.test("with files its chart is linked for its caller alone", async () => {
  const asked = await call({ question: "my_factor of AAPL", own, files: true });
  const links = asked.content.filter((part) => part.type === "resource_link");
  const csv = links.find(({ name }) => name === "AAPL_scores_my_factor.csv");
  ok(csv, JSON.stringify(links));
  ok(await assistants(deskOf("one")).read(csv.uri));
  equal(await assistants(deskOf("other")).read(csv.uri), undefined);
});

const rows = (count: number) => `ticker,date,x_1\n${"A,2017-05-02,1\n".repeat(count)}`;
const REFUSED: readonly (readonly [when: string, own: unknown, says: RegExp])[] = [
  [
    "it has no column of tickers",
    [{ name: "scores.csv", text: "a,b\n1,2\n" }],
    /^Cannot read the table scores\.csv: line 1, column 1: Not an own table: it has no column of tickers; expected/,
  ],
  [
    "its days can be read in two ways",
    [{ name: "scores.csv", text: "ticker,date,x_1\nAAPL,02/05/2017,1\n" }],
    /^Cannot read the table scores\.csv: line 2, column 6: "02\/05\/2017" is /,
  ],
  [
    "it has too many rows",
    [{ name: "scores.csv", text: rows(MAX_TABLE_ROWS + 1) }],
    /^Cannot call thesis: own\.0\.text: scores\.csv, line 10002, column 1: a table has at most 10,000 rows$/,
  ],
  [
    "it has too many bytes",
    [...own, { name: "b.csv", text: "é".repeat(MAX_TABLE_BYTES / 2 + 1) }],
    /^Cannot call thesis: own\.1\.text: b\.csv: a table has at most 1,048,576 bytes$/,
  ],
  ["it is a spreadsheet", [{ name: "a.xlsx", text: "x" }], /own\.0\.name: a table is named like scores\.csv$/],
  ["its name is a path", [{ name: "../a.csv", text: "x" }], /own\.0\.name: a table is named like scores\.csv$/],
  ["it has no text", [{ name: "a.csv" }], /^Cannot call thesis: own\.0\.text: /],
  ["there is none", [], /^Cannot call thesis: own: /],
  ["there are nine", Array(9).fill(own[0]), /^Cannot call thesis: own: /],
];

for (const [when, given, says] of REFUSED) {
  Deno.test(`a table is refused with its place where ${when}`, async () => {
    const result = await call({ question: "Analyse AAPL", own: given });
    equal(result.isError, true);
    match(textOf(result), says);
  });
}

Deno.test("a table of as many rows as it may have is read", async () => {
  const { isError } = await call({ question: "Analyse AAPL", own: [{ name: "a.csv", text: rows(MAX_TABLE_ROWS) }] });
  equal(isError, undefined);
});

Deno.test("what of a table is not read is said in the answer, with its line and column", async () => {
  const text = `${TEXT}MSFT,2017-05-02,abc\n`;
  const { agent_thesis } = thesisIn(await call({ question: "my_factor of AAPL", own: [{ name: "scores.csv", text }] }));
  match(agent_thesis.reasoning, /Of the table scores\.csv, line 6, column 17: Cannot read "abc": expected a number\./);
});

Deno.test("over HTTP a table goes to the tool as it came", async () => {
  const seen: unknown[] = [];
  const answering = service(async (request, assistant) => {
    const { params } = await request.json();
    const result = await assistant.call(params.name, params.arguments, calling());
    seen.push(result?.structuredContent);
    return Response.json({ result });
  });
  const params = { name: "thesis", arguments: { question: "my_factor of AAPL", own } };
  const reply = await answering(post({ jsonrpc: "2.0", id: 1, method: "tools/call", params }));
  match(await reply.text(), /scores\.my_factor was 1\.25/);
  equal(seen.length, 1);
  await answering.close();
});
