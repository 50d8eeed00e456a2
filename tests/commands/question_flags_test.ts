import { deepEqual, match, ok, throws } from "../assert.ts";
import { InputError } from "../../src/protocol/errors.ts";
import type { ConvictionJson } from "../../src/setup/conviction_json.ts";
import { readFlags } from "../../src/commands/flags.ts";
import { bodyOf, promptOf, QUESTION_FLAGS, selectOf } from "../../src/commands/question_flags.ts";

function read(...args: string[]) {
  const flags = readFlags(args, QUESTION_FLAGS);
  ok(flags !== "help");
  return flags;
}
const SECRET = "aB3dE6gH9jK2mN5pQ8sT1v";

const GOOD = [
  { args: [], is: { headers: undefined, select: undefined, body: undefined } },
  { args: ["--ticker-column", "isin", "--as-of", "day"], is: { tickerColumn: "isin", asOf: "day" } },
  { args: ["--prompt", "On {{ticker}}", "--prompt-column=q"], is: { prompt: "On {{ticker}}", promptColumn: "q" } },
  {
    args: ["--header", "X-Desk: quant: 7", "--header=X-B:b", "--path", "/ask"],
    is: { headers: { "X-Desk": "quant: 7", "X-B": "b" }, path: "/ask" },
  },
  {
    args: ["--select", "cost=/usage/a=b", "--select", "id=", "--result-at", "/data/0"],
    is: {
      select: [{ name: "cost", pointer: "/usage/a=b" }, { name: "id", pointer: "" }],
      resultAt: "/data/0",
    },
  },
];
for (const { args, is } of GOOD) {
  Deno.test(`the question flags ${args.join(" ")} mean ${JSON.stringify(is)}`, () => {
    const flags = read(...args);
    for (const [name, value] of Object.entries(is)) deepEqual(Reflect.get(flags, name), value, name);
  });
}

const BAD = [
  { args: ["--header", SECRET], says: /written "Name: value"/ },
  { args: ["--header", `Authorization: Bearer ${SECRET}`], says: /set CONVICTION_API_KEY.*\(--header\)/ },
  { args: ["--header", `X-A: ${SECRET}`], says: /looks like a key/ },
  { args: ["--header", "X-A: 1", "--header", "x-a: 2"], says: /"x-a": it is given twice/ },
  { args: ["--header", "X-A: 1", "--header", "X-A: 2"], says: /"x-a": it is given twice/ },
  { args: ["--header", "X A: 1"], says: /not a valid header name/ },
  { args: ["--path", "ask"], says: /must start with a slash.*\(--path\)/ },
  { args: ["--result-at", "data.0"], says: /RFC 6901.*\(--result-at\)/ },
  { args: ["--select", "cost"], says: /it is not like name=\/pointer/ },
  { args: ["--select", "score=/x"], says: /theses\.csv has a column of that name/ },
  { args: ["--select", "a=/x", "--select", "A=/y"], says: /two columns would have that name/ },
  { args: ["--select", "a=x"], says: /Cannot select "a": Cannot use pointer "x"/ },
];
for (const { args, says } of BAD) {
  Deno.test(`the question flags ${args.join(" ")} are a usage error that shows no key`, () => {
    throws(() => read(...args), (error) => {
      ok(error instanceof InputError);
      match(error.message, says);
      return !error.message.includes(SECRET);
    });
  });
}

const FILE: ConvictionJson = {
  baseUrl: "http://service.test",
  body: { query: "{{prompt}}" },
  select: [{ name: "cost", pointer: "/a" }, { name: "id", pointer: "/b" }],
};
const host = (files: Readonly<Record<string, string>>, file?: ConvictionJson) => ({
  folder: "/home/me",
  readText: (path: string) => new Map(Object.entries(files)).get(path),
  file,
});

Deno.test("@FILE reads a prompt or a body from that file, relative to the current folder", () => {
  const files = { "/home/me/p.txt": "On {{ticker}}", "/tmp/b.json": '{"q": ["{{prompt}}"]}' };
  const { prompt, body } = read("--prompt", "@p.txt", "--body", "@/tmp/b.json");
  deepEqual(promptOf(prompt, host(files)), "On {{ticker}}");
  deepEqual(bodyOf(body, host(files)), { q: ["{{prompt}}"] });
});

Deno.test("conviction.json provides body and columns where no flag does; a flag replaces the column of the same name", () => {
  const absent = read();
  deepEqual([bodyOf(absent.body, host({}, FILE)), selectOf(absent.select, FILE.select)], [FILE.body, FILE.select]);
  const { body, select } = read("--body", '{"q":1}', "--select", "COST=/c");
  deepEqual(bodyOf(body, host({}, FILE)), { q: 1 });
  deepEqual(selectOf(select, FILE.select), [{ name: "id", pointer: "/b" }, { name: "COST", pointer: "/c" }]);
});

const WRONG_FILES = [
  { args: ["--prompt", "@no.txt"], says: /^Cannot read the prompt \/home\/me\/no\.txt: there is no readable file$/ },
  { args: ["--body", "@bad.json"], says: /^Cannot read the body bad\.json: line 2, column 1: / },
  { args: ["--body", "[1]"], says: /^Cannot use the body after --body: it is not a JSON object$/ },
];
for (const { args, says } of WRONG_FILES) {
  Deno.test(`a question from ${args.join(" ")} is a usage error`, () => {
    const { prompt, body } = read(...args);
    const sources = host({ "/home/me/bad.json": '{"a": 1,\n}' });
    throws(
      () => [promptOf(prompt, sources), bodyOf(body, sources)],
      (error) => error instanceof InputError && says.test(error.message),
    );
  });
}
