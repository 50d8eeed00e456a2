import { deepEqual, equal, ok, throws } from "../assert.ts";
import { InputError } from "../../src/protocol/errors.ts";
import { parseScreenFlags, screenHelp } from "../../src/commands/screen_flags.ts";

const GOOD = [
  { args: [], is: { files: "auto", startNew: false, retryFailed: false, resendInDoubt: 0, isQuiet: false } },
  { args: ["list.csv"], is: { input: "list.csv" } },
  { args: ["--out", "x", "list.csv", "--new"], is: { input: "list.csv", out: "x", startNew: true } },
  { args: ["--prompt=Judge {{ticker}}"], is: { prompt: "Judge {{ticker}}" } },
  { args: ["--ticker-column", "isin", "--prompt-column", "q"], is: { tickerColumn: "isin", promptColumn: "q" } },
  {
    args: ["--allow-failures", "5%", "--json", "--dry-run"],
    is: { allowedFailures: 0.05, isJson: true, isDryRun: true },
  },
  { args: ["--in-doubt", "resend:20"], is: { resendInDoubt: 20 } },
  { args: ["--files", "none", "--retry-failed", "--quiet"], is: { files: "none", retryFailed: true, isQuiet: true } },
  { args: ["--format", "csv"], is: { formats: [] } },
  { args: ["--format", "csv, JSONL,xlsx,parquet,xlsx,report"], is: { formats: ["xlsx", "parquet", "report"] } },
  { args: ["--since", "none", "--group", "sector"], is: { since: "none", group: "sector" } },
  { args: ["--on-finish", "mail me"], is: { onFinish: "mail me", since: undefined, formats: undefined } },
  { args: ["--as-of", "2017-12-29"], is: { asOf: "2017-12-29" } },
  { args: ["--base-url", "http://x", "--model", "m"], is: { baseUrl: "http://x", model: "m" } },
];
for (const { args, is } of GOOD) {
  Deno.test(`screen ${args.join(" ")} means ${JSON.stringify(is)}`, () => {
    const flags = parseScreenFlags(args);
    ok(flags !== "help");
    for (const [name, value] of Object.entries(is)) deepEqual(Reflect.get(flags, name), value, name);
  });
}

const BAD = [
  { args: ["--concurency", "3"], says: /no such flag; did you mean --concurrency\?/ },
  { args: ["--conc", "3"], says: /did you mean --concurrency\?/ },
  { args: ["--outt", "3"], says: /did you mean --out\?/ },
  { args: ["--constructor", "3"], says: /no such flag/ },
  { args: ["-x"], says: /Cannot use -x: there is no such flag/ },
  { args: ["--out"], says: /--out: it needs a value \(DIR\)/ },
  { args: ["--out="], says: /it needs a value/ },
  { args: ["--new=yes"], says: /it takes no value/ },
  { args: ["--limit", "0"], says: /whole number from 1/ },
  { args: ["--limit", "-5"], says: /limit/ },
  { args: ["--concurrency", "many"], says: /whole number from 1/ },
  { args: ["--files", "stream"], says: /auto or none/ },
  { args: ["--in-doubt", "resend"], says: /park or resend:N/ },
  { args: ["--in-doubt", "resend:0"], says: /whole number from 1/ },
  { args: ["--format", "csv,pdf"], says: /Cannot write the format "pdf": there are csv, jsonl, xlsx, parquet, report/ },
  { args: ["--allow-failures", "3"], says: /a share like 5%/ },
  { args: ["a.csv", "b.csv"], says: /"b.csv" is one too many/ },
];
for (const { args, says } of BAD) {
  Deno.test(`screen ${args.join(" ")} is wrong usage`, () => {
    throws(() => parseScreenFlags(args), (error) => error instanceof InputError && says.test(error.message));
  });
}

for (const name of ["--api-key", "--key", "--apikey", "--token", "--api-key=sk-secret-1234"]) {
  Deno.test(`screen ${name} is refused with advice, without the key`, () => {
    throws(() => parseScreenFlags([name, "sk-secret-1234"]), (error) => {
      ok(error instanceof InputError && error.message.includes("CONVICTION_API_KEY"));
      return !error.message.includes("sk-secret");
    });
  });
}

Deno.test("screen --help names every flag that parsing knows, and no other", () => {
  equal(parseScreenFlags(["--help"]), "help");
  const named = screenHelp().flatMap((line) => /^ {2}--([a-z-]+)(?: (\S+))?/.exec(line)?.slice(1, 3) ?? []);
  const flags = named.filter((_, at) => at % 2 === 0).filter((name) => name !== "help");
  const value: Record<string, string> = {
    ...{ "concurrency": "4", "limit": "4", "files": "none", "in-doubt": "park", "header": "X-Desk: 7", "path": "/x" },
    ...{ "result-at": "/data", "select": "model=/model", "rate": "5/s", "timeout": "9s", "max-requests": "4" },
    ...{ "price": "2", "max-cost": "4", "max-failures": "5%", "until": "06:30", "reuse-within": "7d" },
    ...{ "allow-failures": "5%", "format": "csv" },
  };
  for (const name of flags) {
    const takesValue = named[named.indexOf(name) + 1] !== undefined;
    const parsed = parseScreenFlags(takesValue ? [`--${name}`, value[name] ?? "x"] : [`--${name}`]);
    ok(parsed !== "help");
    deepEqual(Object.keys(parsed.given.flags), [name]);
  }
  equal(flags.length, 36);
});
