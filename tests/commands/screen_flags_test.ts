import { deepEqual, ok, throws } from "../assert.ts";
import { InputError } from "../../src/protocol/errors.ts";
import { readFlags } from "../../src/commands/flags.ts";
import { SCREEN } from "../../src/commands/screen_flags.ts";

const read = (args: readonly string[]) => readFlags(args, SCREEN.flags);

const GOOD = [
  { args: [], is: { files: undefined, startNew: false, retryFailed: false, resendInDoubt: undefined, quiet: false } },
  { args: ["list.csv"], is: { words: ["list.csv"] } },
  {
    args: ["--out", "x", "list.csv", "--new"],
    is: { words: ["list.csv"], folder: "x", startNew: true, given: { out: "x", new: true } },
  },
  { args: ["--prompt=Judge {{ticker}}"], is: { prompt: "Judge {{ticker}}" } },
  { args: ["--ticker-column", "isin", "--prompt-column", "q"], is: { tickerColumn: "isin", promptColumn: "q" } },
  { args: ["--own", "my_factor, note 2"], is: { own: ["my_factor", "note 2"] } },
  {
    args: ["--allow-failures", "5%", "--json", "--dry-run"],
    is: { allowedFailures: 0.05, json: true, dryRun: true },
  },
  { args: ["--in-doubt", "resend:20"], is: { resendInDoubt: 20 } },
  { args: ["--in-doubt=park", "--no-dedupe"], is: { resendInDoubt: 0, repeats: "each" } },
  { args: ["--files", "none", "--retry-failed", "--quiet"], is: { files: "none", retryFailed: true, quiet: true } },
  { args: ["--format", "csv"], is: { formats: [] } },
  { args: ["--format", "csv, JSONL,xlsx,parquet,xlsx,report"], is: { formats: ["xlsx", "parquet", "report"] } },
  { args: ["--since", "none", "--group", "sector"], is: { since: "none", group: "sector" } },
  { args: ["--on-finish", "mail me"], is: { onFinish: "mail me", since: undefined, formats: undefined } },
  { args: ["--as-of", "2017-12-29"], is: { asOf: "2017-12-29" } },
  { args: ["--base-url", "http://x", "--model", "m"], is: { baseUrl: "http://x", model: "m" } },
];
for (const { args, is } of GOOD) {
  Deno.test(`screen ${args.join(" ")} means ${JSON.stringify(is)}`, () => {
    const flags = read(args);
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
  { args: ["--new=yes"], says: /--new=yes: it takes no value/ },
  { args: ["--new", "true"], says: /--new true: it takes no value/ },
  { args: ["--no-limit=5"], says: /Cannot use --no-limit: there is no such flag/ },
  { args: ["--out", "--new"], says: /--out: it needs a value \(DIR\)/ },
  { args: ["--limit", "0"], says: /whole number from 1/ },
  { args: ["--limit", "-5"], says: /--limit -5: it is not a whole number from 1/ },
  { args: ["--concurrency", "many"], says: /whole number from 1/ },
  { args: ["--files", "stream"], says: /it is not one of auto, none/ },
  { args: ["--in-doubt", "resend"], says: /it is not like park or resend:20/ },
  { args: ["--in-doubt", "resend:0"], says: /whole number from 1/ },
  { args: ["--format", "csv,pdf"], says: /Cannot write the format "pdf": there are csv, jsonl, xlsx, parquet, report/ },
  { args: ["--allow-failures", "3"], says: /a share like 5%/ },
];
for (const { args, says } of BAD) {
  Deno.test(`screen ${args.join(" ")} is a usage error`, () => {
    throws(() => read(args), (error) => error instanceof InputError && says.test(error.message));
  });
}

for (const name of ["--api-key", "--key", "--apikey", "--token", "--api-key=sk-secret-1234"]) {
  Deno.test(`screen ${name} is an error with advice, and does not show the key`, () => {
    throws(() => read([name, "sk-secret-1234"]), (error) => {
      ok(error instanceof InputError && error.message.includes("CONVICTION_API_KEY"));
      return !error.message.includes("sk-secret");
    });
  });
}
