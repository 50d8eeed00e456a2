/** A hundred filers over the made SEC on a port: each is answered from its reports, or refused by name. */
import { deepEqual, equal, match, ok } from "../assert.ts";
import { gunzipSync } from "node:zlib";
import { openFilers } from "../../src/data/names/filers.ts";
import { sampleCompanies } from "../../src/data/prices/sample.ts";
import { askCommand } from "../../src/commands/ask_command.ts";
import { connectTo } from "../../src/commands/connect_to.ts";
import { readTextFile } from "../../src/commands/text_file.ts";
import { systemClock } from "../../src/pace/system_clock.ts";
import { networkFetch } from "../../src/setup/network.ts";
import { testHost } from "../commands/captured.ts";
import { ROOT } from "../commands/run_pipeline.ts";
import { CONTACT, factsOf, listJson, listOf, type MadeFiling, type MadeReply } from "../connect/made_edgar.ts";
import { serveEdgar } from "../connect/edgar_loopback.ts";
import { missingShared, sharedPath, testOnShared } from "../needs.ts";

const FACTS = [
  "AAPL_CIK0000320193",
  "GOOGL_CIK0001652044",
  "NVDA_CIK0001045810",
  "SNOW_CIK0001640147",
  "TSLA_CIK0001318605",
];
const PATHS = FACTS.map((name) => `sec/companyfacts/${name}.json.gz`);
const FILERS = 100;
/** Of each ten one has no list, and one no figures. */
const without = (at: number) => at % 10 === 3 ? "list" : at % 10 === 7 ? "figures" : undefined;
/** Rows of older reports are left out, so that a hundred fit on a disk. */
const YEARS = 4;

interface Row {
  readonly accn: string;
  readonly form: string;
  readonly filed: string;
}
interface Facts {
  readonly facts: Record<string, Record<string, { readonly units: Record<string, readonly Row[]> }>>;
}

/** The facts of a company, those of the last years. */
function recent(path: string): string {
  const { facts } = JSON.parse(new TextDecoder().decode(gunzipSync(Deno.readFileSync(sharedPath(path))))) as Facts;
  const all = Object.values(facts).flatMap(Object.values).flatMap(({ units }) => Object.values(units).flat() as Row[]);
  const newest = all.map(({ filed }) => filed).toSorted().at(-1) ?? "";
  const since = `${Number(newest.slice(0, 4)) - YEARS}${newest.slice(4)}`;
  for (const tags of Object.values(facts)) {
    for (const { units } of Object.values(tags)) {
      for (const [unit, rows] of Object.entries(units)) units[unit] = rows.filter(({ filed }) => filed >= since);
    }
  }
  return JSON.stringify({ facts });
}

/** What the SEC has of a filer: the facts of another under its name and numbers, and the list of the reports in them. */
function repliesOf(filer: { ticker: string; cik: string; name: string }, text: string, at: number) {
  const cik = Number(filer.cik);
  const renamed = text.replaceAll(/"accn":"\d{10}/g, `"accn":"${filer.cik}`);
  const { facts } = JSON.parse(renamed) as Facts;
  const rows = Object.values(facts).flatMap(Object.values).flatMap(({ units }) => Object.values(units).flat() as Row[]);
  const reports = rows.map(({ accn, form, filed }): [string, MadeFiling] => [
    accn,
    { accession: accn, form, filed, document: "r.htm", isXBRL: 1 },
  ]);
  const filings = [...new Map(reports).values()].toSorted((a, b) => a.filed < b.filed ? 1 : -1);
  const list = listJson({ cik, tickers: [filer.ticker], name: filer.name, filings });
  const lacks = without(at);
  return [
    ...lacks === "list" ? [] : [[listOf(cik), { body: list }] as const],
    ...lacks === undefined
      ? [[factsOf(cik), { body: JSON.stringify({ cik, entityName: filer.name, facts }) }] as const]
      : [],
  ];
}

const missing = missingShared(...PATHS);

async function made() {
  const sample = new Set((await sampleCompanies()).map(({ ticker }) => ticker));
  const all = (await openFilers()).filter(({ ticker }, at, list) =>
    /^[A-Z]{2,5}$/.test(ticker) && !sample.has(ticker) && list.findIndex((one) => one.cik === list[at]?.cik) === at
  );
  const filers = all.slice(0, FILERS);
  const facts = PATHS.map(recent);
  const replies = new Map<string, MadeReply>(
    filers.flatMap((one, at) => repliesOf(one, facts[at % facts.length] ?? "{}", at)),
  );
  return { filers, replies };
}

testOnShared(
  missing,
  "a hundred filers are each answered from their reports, or refused by name with the next command",
  async () => {
    const { filers, replies } = await made();
    await using edgar = serveEdgar(replies);
    const home = await Deno.makeTempDir();
    const env: Record<string, string> = { HOME: home, CONVICTION_EDGAR_URL: edgar.url, CONVICTION_CONTACT: CONTACT };
    const ask = async (...args: readonly string[]) => {
      const before = edgar.asked.length;
      const host = testHost({
        ...{ folder: home, clock: systemClock, readText: readTextFile, fetch: networkFetch, env: (name) => env[name] },
        connect: (settings) => Promise.resolve(connectTo(settings)),
      });
      const code = await askCommand(args, host);
      return { code, out: host.out.text, err: host.err.text, sent: edgar.asked.length - before };
    };
    const ended = { answered: 0, refused: 0 };
    for (const [at, { ticker }] of filers.entries()) {
      const question = `What was the revenue of ${ticker} in the last fiscal year?`;
      const unasked = await ask(question);
      deepEqual([unasked.code, unasked.sent, unasked.out], [2, 0, ""], unasked.err);
      ok(unasked.err.endsWith(`: deno task -q ask '${question}' --fetch\n`), unasked.err);
      const { code, out, err } = await ask(question, "--fetch");
      const lacks = without(at);
      if (lacks === undefined) {
        equal(code, 0, `${ticker}: ${err}${out}`);
        match(out, /revenue in the year to .* was \$[\d.]+(?:bn|m)/);
        ended.answered += 1;
      } else {
        if (lacks === "list") {
          ok(
            new RegExp(`^error: Not fetched: .* \\(${ticker}\\); \\S+ does not have what it filed$`, "m").test(err),
            err,
          );
        } else {match(
            out,
            /is not available: the data hold no accounts for [^]*`deno task -q conviction data fetch [A-Z]+`/,
          );}
        equal(code, lacks === "list" ? 2 : 0);
        ended.refused += 1;
      }
      if (lacks === "list") continue;
      const again = await ask(question);
      deepEqual([again.code, again.sent], [code, 0], `${ticker}: ${again.err}`);
    }
    deepEqual(ended, { answered: 80, refused: 20 });
  },
);

testOnShared(missing, "the first figure of an unknown filer comes within 30 s of the first command", async () => {
  const { filers: [filer], replies } = await made();
  await using edgar = serveEdgar(replies);
  const home = await Deno.makeTempDir();
  const start = ["run", "-q", "--no-check", "--no-prompt", "-P=conviction", "--config", `${ROOT}deno.json`];
  const question = `What was the revenue of ${filer?.ticker} in the last fiscal year?`;
  const began = performance.now();
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [...start, "pipelines/conviction.ts", question, "--fetch"],
    ...{ cwd: ROOT, clearEnv: true, stdin: "null", stdout: "piped", stderr: "piped" },
    env: {
      ...{ HOME: home, INIT_CWD: home, PATH: Deno.env.get("PATH") ?? "", DENO_NO_UPDATE_CHECK: "1" },
      DENO_DIR: Deno.env.get("DENO_DIR") ?? `${Deno.env.get("HOME")}/.cache/deno`,
      ...{ CONVICTION_EDGAR_URL: edgar.url, CONVICTION_CONTACT: CONTACT, npm_lifecycle_event: "" },
    },
  }).output();
  const seconds = (performance.now() - began) / 1000;
  equal(code, 0, new TextDecoder().decode(stderr));
  match(new TextDecoder().decode(stdout), /revenue in the year to .* was \$/);
  // deno-lint-ignore no-console -- prints a figure for the reader
  console.log(`first figure of an unknown filer: ${seconds.toFixed(1)} s, ${edgar.asked.length} requests`);
  ok(seconds < 30, `${seconds} s`);
});
