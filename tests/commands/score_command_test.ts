import { screen } from "conviction/batch";
import { deepEqual, equal, match, ok } from "../assert.ts";
import { exportCommand } from "../../src/commands/export_command.ts";
import { readFlags } from "../../src/commands/flags.ts";
import { SCORE, scoreCommand } from "../../src/commands/score_command.ts";
import { answerTo } from "../batch/fake_research.ts";
import { testMachine, writeCsv } from "../batch/test_machine.ts";
import { weekdays } from "../score/prices.ts";
import { testHost } from "./captured.ts";

const NAMES = ["AAPL", "IBM US Equity", "msft", "WMT", "AMZN", "NOPE"];

/** A finished run whose theses have a given day; and a host for commands. */
async function ranRun({ asOf = "2025-03-31", names = NAMES } = {}) {
  const folder = await Deno.makeTempDir();
  const machine = testMachine({ folder });
  const research = {
    isIdempotent: true,
    reason: (request: Parameters<typeof answerTo>[0]) => {
      const answer = answerTo(request);
      return Promise.resolve({ ...answer, metadata: { ...answer.metadata, as_of: asOf, horizon: "63d" } });
    },
    download: () => Promise.reject(new Error("no file")),
  };
  for await (const _ of screen(writeCsv(folder, `ticker\n${names.join("\n")}\n`), research, { machine }));
  const host = testHost(machine);
  return { host, out: host.out, err: host.err, folder, run: "runs/tickers/2024-03-01" };
}

/** Prices of two names in one file, on 40 weekdays from 2020-01-01. */
function priceCsv(): string {
  const rows = weekdays("2020-01-01", 40).flatMap((day, at) => [`${day},AAA,${100 + at}`, `${day},BBB,${200 - at}`]);
  return `date,ticker,close\n${rows.join("\n")}\n`;
}

Deno.test("score writes score.csv and score.png into the run's folder, and the run still verifies", async () => {
  const { host, out, err, folder, run } = await ranRun();
  equal(await scoreCommand([run], host), 0, err.text);
  match(out.text, /^21 trading days: too few to judge \(5 theses on 1 date/);
  match(out.text, /from unnamed\.\nSample:/);
  match(out.text, /skipped 1 thesis: no prices: NOPE\./);
  match(out.text, /Open runs\/tickers\/2024-03-01\/score\.csv and runs\/tickers\/2024-03-01\/score\.png\.\n$/);
  const names = await Array.fromAsync(Deno.readDir(`${folder}/${run}`), ({ name }) => name);
  ok(names.includes("score.csv") && names.includes("score.png") && !names.some((name) => name.endsWith(".part")));
  match(await Deno.readTextFile(`${folder}/${run}/score.csv`), /^horizon,measure,bin,.*\n21,theses,,5,,,5,1,1\n/);
  deepEqual([...(await Deno.readFile(`${folder}/${run}/score.png`)).subarray(1, 4)], [80, 78, 71]);
  equal(await exportCommand([run], host), 0, err.text);
});

Deno.test("score writes identical bytes each time, into another folder too, and counts a run that is named twice once", async () => {
  const { host, folder, run, err } = await ranRun();
  equal(await scoreCommand([run, "latest", "--out", "one"], host), 0, err.text);
  equal(await scoreCommand([run, "--out", "other"], host), 0, err.text);
  for (const name of ["score.csv", "score.png"]) {
    deepEqual(await Deno.readFile(`${folder}/one/${name}`), await Deno.readFile(`${folder}/other/${name}`));
  }
});

Deno.test("score --json prints one object with every figure", async () => {
  const { host, out, run } = await ranRun();
  equal(await scoreCommand([run, "--json", "--horizon", "63", "--out", "o"], host), 0);
  equal(out.text.trim().includes("\n"), false);
  const { statement, horizons, files, runs } = JSON.parse(out.text);
  equal(statement, "the excess return over SPY is positive");
  deepEqual([horizons.length, horizons[0].horizon, horizons[0].isStated], [1, 63, true]);
  deepEqual([files, runs[0].folder], [["o/score.csv", "o/score.png"], "runs/tickers/2024-03-01"]);
});

for (const isPacked of [false, true]) {
  Deno.test(`score --prices reads one file${isPacked ? ", packed too" : ""}, and says that there is no benchmark`, async () => {
    const { host, out, err, folder, run } = await ranRun({ asOf: "2020-01-01", names: ["aaa", "BBB"] });
    const bytes = new TextEncoder().encode(priceCsv());
    const packed = new Blob([bytes]).stream().pipeThrough(new CompressionStream("gzip"));
    const file = isPacked ? "p.csv.gz" : "p.csv";
    await Deno.writeFile(
      `${folder}/${file}`,
      isPacked ? new Uint8Array(await new Response(packed).arrayBuffer()) : bytes,
    );
    equal(await scoreCommand([run, "--prices", file, "--horizon", "21"], host), 0, err.text);
    match(out.text, /Statement: the return is positive\. NO BENCHMARK/);
    match(out.text, /2 rows, 2 theses\./);
    equal(await scoreCommand([run, "--prices", file, "--horizon", "21", "--benchmark", "bbb", "--json"], host), 0);
    equal(JSON.parse(out.text.trim().split("\n").at(-1) ?? "").statement, "the excess return over BBB is positive");
  });
}

Deno.test("score leaves out and counts what an answer doubts: a split that is not adjusted, the same bars under two names", async () => {
  const { host, out, err, folder, run } = await ranRun({ asOf: "2020-01-01", names: ["SPLT", "KO", "PEP", "OK"] });
  const prices = weekdays("2020-01-01", 90).flatMap((day, at) => [
    `${day},SPLT,${(at < 15 ? 400 : 104) + at}`,
    ...["KO", "PEP"].map((ticker) => `${day},${ticker},${50 + at % 40}`),
    `${day},OK,${90 - at % 30}`,
  ]);
  await Deno.writeTextFile(`${folder}/p.csv`, `date,ticker,close\n${prices.join("\n")}\n`);
  equal(await scoreCommand([run, "--prices", "p.csv", "--horizon", "21"], host), 0, err.text);
  match(
    out.text.replaceAll(/\s+/g, " "),
    /skipped 3 theses: a move in between that nothing in the data explains, [^:]*: KO, PEP, SPLT\./,
  );
});

Deno.test("score reads the data folder of --data, or that of CONVICTION_DATA", async () => {
  const { host, out, folder, run } = await ranRun({ asOf: "2020-01-01", names: ["aaa"] });
  await Deno.mkdir(`${folder}/data`);
  await Deno.writeTextFile(`${folder}/data/p.csv`, priceCsv().replaceAll("BBB", "SPY"));
  equal(await scoreCommand([run, "--data", "data", "--horizon", "5"], host), 0);
  match(out.text, /the excess return over SPY is positive/);
  match(
    out.text.replaceAll(/\s+/g, " "),
    /from unnamed\. 1 name with prices from 1 file, 1 Jan to 25 Feb 2020; benchmark SPY\. /,
  );
  out.text = "";
  const env = (name: string) => name === "CONVICTION_DATA" ? `${folder}/data` : undefined;
  equal(await scoreCommand([run, "--horizon", "5"], { ...host, env }), 0);
  match(out.text, /the excess return over SPY is positive/);
});

const WRONG = [
  { args: [], says: "Cannot score: no run is named; give its folder, or latest" },
  { args: ["nothing"], says: /Cannot open the run .*nothing: there is no readable/ },
  { args: ["latest", "--data", "a", "--prices", "b"], says: /--data and --prices together/ },
  { args: ["latest", "--horizon", "0"], says: /Cannot use --horizon 0: it is not up to 12 different numbers/ },
  { args: ["latest", "--horizon", "21,21"], says: /Cannot use --horizon 21,21/ },
  { args: ["latest", "--horizon", "1e2"], says: /Cannot use --horizon 1e2/ },
  { args: ["latest", "--horizn", "5"], says: /did you mean --horizon\?/ },
  { args: ["latest", "--data", "gone"], says: /no such folder/ },
  { args: ["latest", "--prices", "gone.csv"], says: /gone\.csv: there is no such file/ },
  { args: ["latest", "--prices", "tickers.csv"], says: /tickers\.csv: it has no prices/ },
  { args: ["latest", "--prices", "bad.csv.gz"], says: /bad\.csv\.gz: it is not a complete gzip file/ },
  { args: ["latest", "--benchmark", "ZZZ"], says: /Cannot measure against ZZZ: the data has no prices of it/ },
];
let shared: ReturnType<typeof ranRun> | undefined;

/** The same run for each command that changes nothing, and a host of its own. */
async function sharedRun() {
  const { folder } = await (shared ??= ranRun({ names: ["AAPL"] }));
  const host = testHost(testMachine({ folder }));
  return { host, out: host.out, err: host.err, folder };
}

for (const { args, says } of WRONG) {
  Deno.test(`score ${args.join(" ")} prints a one-line error and exits with 2`, async () => {
    const { host, out, err, folder } = await sharedRun();
    await Deno.writeTextFile(`${folder}/bad.csv.gz`, "no gzip");
    equal(await scoreCommand(args, host), 2);
    equal(out.text, "");
    if (typeof says === "string") equal(err.text, `error: ${says}\n`);
    else match(err.text, says);
    equal(err.text.trimEnd().includes("\n"), false);
  });
}

Deno.test("score --help prints a page, and flags are parsed as typed", async () => {
  const { host, out } = await sharedRun();
  equal(await scoreCommand(["--help"], host), 0);
  match(out.text, /Exit status: 0/);
  deepEqual(readFlags(["a", "b", "--horizon", "5, 63"], SCORE.flags), {
    ...{ words: ["a", "b"], data: undefined, prices: undefined, benchmark: undefined, out: undefined },
    ...{ horizons: [5, 63], json: false, given: { horizon: "5, 63" } },
  });
});

for (const how of ["text", "json"] as const) {
  Deno.test(`score of a run that cannot be written into prints its score as ${how}, and says that it is not kept`, async () => {
    const { host, out, err, folder, run } = await ranRun();
    await Deno.mkdir(`${folder}/${run}/score.csv`); // a folder in the way; a file of another user does the same
    equal(await scoreCommand([run, ...how === "json" ? ["--json"] : []], host), 1);
    if (how === "json") deepEqual([JSON.parse(out.text).files, JSON.parse(out.text).theses], [[], 6]);
    else match(out.text, /^21 trading days: too few to judge \(5 theses on 1 date/);
    match(
      err.text,
      /^error: Cannot write .*score\.csv: .*\. The score is not kept; --out DIR writes it elsewhere\.\n$/,
    );
  });
}
