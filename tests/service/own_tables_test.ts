/** CSV files of a request: what is read of them, what is refused, and that nobody else meets them. */
import { deepEqual, equal, ok } from "../assert.ts";
import { csvFile, MAX_TABLE_BYTES, MAX_TABLE_ROWS } from "../../src/protocol/input_file.ts";
import { createAnalyst } from "../../src/agent/analyst.ts";
import { createService, MemoryFileStore } from "../../src/service/mod.ts";
import { ports } from "../agent/ask.ts";
import { countingIds, fakeService, KEY, OTHER_KEY, post } from "./service_fixture.ts";

const CREATE = "http://a/v1/responses";
const REASON = "http://a/api/v1/agent/reasoning";
const TABLE = "ticker,date,my_factor\nAAPL,2017-05-02,1.25\n";
const FILE = csvFile("scores.csv", TABLE);

const asking = (...parts: readonly unknown[]) => ({
  input: [{ role: "user", content: [{ type: "input_text", text: "my_factor of AAPL" }, ...parts] }],
});

for (
  const { when, url, body } of [
    { when: "create response, as a part of a message", url: CREATE, body: asking(FILE) },
    { when: "the reasoning operation", url: REASON, body: { input: "my_factor of AAPL", input_files: [FILE] } },
  ]
) {
  Deno.test(`a CSV file goes to the agent with the question: ${when}`, async () => {
    const { service, questions } = fakeService();
    const reply = await service(post(url, body));
    equal(reply.status, 200, await reply.text());
    deepEqual(questions.map(({ input, own }) => [input, own]), [["my_factor of AAPL", [{
      name: "scores.csv",
      text: TABLE,
    }]]]);
  });
}

const long = `ticker,date,x_1\n${"A,2017-05-02,1\n".repeat(MAX_TABLE_ROWS)}`;
const REFUSED: readonly { readonly when: string; readonly file: unknown; readonly code: string }[] = [
  { when: "more rows than it may have", file: csvFile("a.csv", `${long}B,2017-05-02,1\n`), code: "table_too_large" },
  { when: "more bytes", file: csvFile("a.csv", "x".repeat(MAX_TABLE_BYTES + 1)), code: "table_too_large" },
  {
    when: "bytes that are no text",
    file: { ...FILE, file_data: "data:text/csv;base64,/////w==" },
    code: "unreadable_table",
  },
  { when: "no base64", file: { ...FILE, file_data: "data:text/csv;base64,!!!" }, code: "unreadable_table" },
  {
    when: "a PDF",
    file: { ...FILE, filename: "a.pdf", file_data: "data:application/pdf;base64,AAAA" },
    code: "unsupported_input",
  },
  {
    when: "a PDF that is named as a table",
    file: { ...FILE, file_data: "data:application/pdf;base64,AAAA" },
    code: "unsupported_input",
  },
  { when: "a spreadsheet", file: { ...FILE, filename: "a.xlsx" }, code: "unsupported_input" },
];

for (const { when, file, code } of REFUSED) {
  Deno.test(`a file with ${when} is refused as ${code}, with its place`, async () => {
    const { service, questions } = fakeService({ limits: { maxBodyBytes: 4 * MAX_TABLE_BYTES } });
    for (
      const [url, body, param] of [
        [CREATE, asking(file), "input.0.content.1"],
        [REASON, { input: "a", input_files: [file] }, "input_files.0"],
      ] as const
    ) {
      const reply = await service(post(url, body));
      const { error } = await reply.json();
      deepEqual([reply.status, error.code, error.param], [400, code, param]);
    }
    deepEqual(questions, []);
  });
}

Deno.test("as many rows as a table may have are read", async () => {
  const { service, questions } = fakeService();
  equal((await service(post(REASON, { input: "a", input_files: [csvFile("a.csv", long)] }))).status, 200);
  equal(questions[0]?.own?.[0]?.text, long);
});

Deno.test("what is kept of a request has the name of a file, and none of its bytes", async () => {
  const { service } = fakeService();
  const { id } = await (await service(post(CREATE, asking(FILE)))).json();
  const get = (path: string) =>
    service(new Request(`${CREATE}/${id}${path}`, { headers: { authorization: `Bearer ${KEY}` } }));
  const [kept, items] = [await (await get("")).text(), await (await get("/input_items")).text()];
  ok(items.includes('"filename":"scores.csv"'), items);
  for (const text of [kept, items]) ok(!text.includes("file_data") && !text.includes(FILE.file_data), text);
});

/** A real analyst behind the service, which remembers whatever it may. */
function realService() {
  const newId = countingIds();
  const clock = { now: () => new Date("2018-01-02T00:00:00Z"), schedule: () => () => {} };
  const failures: unknown[] = [];
  const service = createService({
    ...{ agent: createAnalyst(ports()), clock, newId, apiKeys: [KEY, OTHER_KEY] },
    fileStore: new MemoryFileStore({ newId, clock }),
    onFailure: (error) => void failures.push(error),
  });
  const said = async (value: string | undefined, key: string) => {
    const input_files = value === undefined ? undefined : [csvFile("scores.csv", TABLE.replace("1.25", value))];
    const reply = await service(post(REASON, { input: "What is my_factor of AAPL?", input_files }, { key }));
    return (await reply.json()).agent_thesis?.reasoning ?? `${reply.status}`;
  };
  return { said, failures };
}

Deno.test("each caller is answered from its own table, and one without a table from none, at once and in turn", async () => {
  const { said, failures } = realService();
  const all = await Promise.all([
    said("1.25", KEY),
    said("777", OTHER_KEY),
    said(undefined, OTHER_KEY),
    said("3", KEY),
  ]);
  const again = [
    await said("1.25", KEY),
    await said("777", OTHER_KEY),
    await said(undefined, KEY),
    await said("3", KEY),
  ];
  for (const [one, other, none, third] of [all, again]) {
    ok(one?.startsWith("**Apple's scores.my_factor was 1.25 on 2 May 2017"), one);
    ok(other?.startsWith("**Apple's scores.my_factor was 777 on 2 May 2017"), other);
    ok(!none?.includes("my_factor was"), none);
    ok(third?.startsWith("**Apple's scores.my_factor was 3 on 2 May 2017"), third);
  }
  deepEqual(failures, []);
});

Deno.test("a table without numbers is refused by the agent, with its name and its line", async () => {
  const { service } = fakeService({ agent: createAnalyst(ports()) });
  const reply = await service(post(REASON, { input: "Analyse AAPL", input_files: [csvFile("a.csv", "a,b\n1,2\n")] }));
  const { error } = await reply.json();
  deepEqual([reply.status, error.code, error.param], [400, "unreadable_table", "input"]);
});
