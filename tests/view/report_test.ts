import { deepEqual, equal, match, ok } from "../assert.ts";
import type { ThesisRow } from "../../src/run/thesis_row.ts";
import { seriesChart } from "../../src/view/page/card.ts";
import { median, type ReportInput, surveyReport } from "../../src/view/page/survey.ts";
import { reportPage, reportPieces } from "../../src/view/page/page.ts";
import { comparisonOf, flipped, manifestOf, openRow, thesisRow } from "./report_rows.ts";
import { sectionText, tagsOf, textOf } from "./report_tags.ts";

function inputOf(rows: readonly ThesisRow[], over: Partial<ReportInput> = {}): ReportInput {
  return { manifest: manifestOf(), rows, folder: "runs/list", ...over };
}

/** Rows with falling scores: T1 has the highest. */
function scored(count: number): ThesisRow[] {
  return Array.from({ length: count }, (_, at) => {
    const signal = at === 0 ? "bullish" : "neutral";
    return thesisRow(at + 1, { score: 0.5 - at / count, rank: at + 1, drawdownProbability: (at % 7) / 10, signal });
  });
}

const partsOf = (page: string) => Array.from(page.matchAll(/<section id="(\w+)">/g), ([, id]) => id);
const headOf = (page: string) => textOf(page.slice(0, page.indexOf("<nav")));
const footOf = (page: string) => textOf(`<body>${page.slice(page.indexOf("<footer"))}`);
/** The text of a card. */
const cardText = (page: string, ticker: string) => {
  const card = page.split("<details>").find((part) => part.includes(`<summary><b class="tick">${ticker}</b>`));
  return textOf(`<body>${card?.split("</details>\n")[0] ?? ""}`);
};

Deno.test("a report has its parts in the documented order", () => {
  const rows = [...scored(3), openRow(4)];
  const page = reportPage(inputOf(rows, { group: "ticker", comparison: comparisonOf([]) }));
  deepEqual(partsOf(page), ["risk", "changed", "score", "groups", "names", "failures", "method"]);
  ok(page.indexOf("</header>") < page.indexOf('id="changed"'));
});

Deno.test("a report has no part, and no link to one, for what there is nothing to say about", () => {
  const page = reportPage(inputOf(scored(3)));
  deepEqual(partsOf(page), ["risk", "score", "names", "method"]);
  const [nav = ""] = /<nav.*?<\/nav>/s.exec(page) ?? [];
  deepEqual(Array.from(nav.matchAll(/href="#(\w+)"/g), ([, id]) => id), partsOf(page));
});

Deno.test("what is not done is one link away from the verdict", () => {
  match(
    reportPage(inputOf([thesisRow(1), openRow(2)])),
    /1 of 2 names missing \(1 failed\)\. <a href="#failures">/,
  );
  equal(reportPage(inputOf(scored(2))).includes("#failures"), false);
});

Deno.test("a report begins with completeness, drawdown risk, age of the data and direction; figures, service, cost and time are at its foot", () => {
  const manifest = manifestOf({}, { requests: 3, attempts: 5, claims_total: 1200, claims_verified: 1199 });
  const rows = [...scored(2), thesisRow(3, { asOf: "2017-11-30" })];
  const head = headOf(reportPage(inputOf(rows, { manifest, spent: 0.75 })));
  match(head, /^Conviction · screening report list\.csv ✓ Complete: all 3 names covered/);
  match(head, /Drawdown risk of 25% or more none of 2 names highest: T2, 10% Data as of/);
  match(head, /29 Dec 2017 1 trading day old at the time of the run; 1 name has older prices: T3 \(30 Nov 2017\)/);
  match(head, /Direction: 2 neutral, 1 bullish\./);
  match(
    footOf(reportPage(inputOf(rows, { manifest, spent: 0.75 }))),
    /3 requests; 5 attempts to embedded, conviction-smart in 3 min 20 s, 2018-01-03 05:00 UTC\. 1,199 of 1,200 figures checked\. Nothing spent: the embedded service is free\./,
  );
});

Deno.test("a report of another service says what it cost at most, where a price was set", () => {
  const manifest = manifestOf({ service: { name: "https://research.example" } }, { requests: 3, attempts: 5 });
  const foot = (spent?: number) => footOf(reportPage(inputOf(scored(3), { manifest, spent })));
  match(foot(0.75), /3 requests; 5 attempts to https:\/\/research\.example in 3 min 20 s, .* At most 0\.75 spent\./);
  equal(foot().includes("cost"), false);
});

const VERDICTS = [
  { rows: [thesisRow(1)], is: "✓ Complete: 1 name covered" },
  {
    rows: [thesisRow(1), thesisRow(2, { signal: "no_view", score: undefined })],
    is: "✓ Complete: all 2 names answered, 1 without a view",
  },
  { rows: [], is: "⚠ Incomplete: the list is empty" },
  { rows: [thesisRow(1), openRow(2)], is: "⚠ Incomplete: 1 of 2 names missing (1 failed)" },
  {
    rows: [thesisRow(1), thesisRow(2, { status: "partial" }), openRow(3, { status: "in_doubt" })],
    is: "⚠ Incomplete: 2 of 3 names missing (1 partial, 1 in doubt)",
  },
];
for (const { rows, is } of VERDICTS) {
  Deno.test(`a report says "${is}"`, () => ok(headOf(reportPage(inputOf(rows))).includes(is)));
}

Deno.test("a report of a running run says so", () => {
  const manifest: ReportInput["manifest"] = {
    ...manifestOf(),
    state: "running",
    seconds: undefined,
    finished_at: undefined,
  };
  const rows = [thesisRow(1), openRow(2, { status: "pending" })];
  match(headOf(reportPage(inputOf(rows, { manifest }))), /Still running since 2018-01-03 05:00 UTC\./);
  match(footOf(reportPage(inputOf(rows, { manifest }))), /conviction-smart, since 2018-01-03 05:00 UTC\./);
});

Deno.test("the date of most theses is the data date of a run, not that of a single one", () => {
  const rows = [...scored(3), thesisRow(4, { asOf: "2018-01-02" })];
  match(
    headOf(reportPage(inputOf(rows))),
    /Data as of 29 Dec 2017 1 trading day old at the time of the run; newest 2 Jan 2018 \(T4\)/,
  );
});

Deno.test("a report says which names have too few others beside them in the data", () => {
  const alone = { id: "T1.within", metric: "within", value: "months" };
  const text = (claims: ThesisRow["claims"]) =>
    sectionText(reportPage(inputOf([thesisRow(1, { score: 0.1, rank: 1, claims }), thesisRow(2)])), "score");
  match(
    text([alone]),
    /Scored against their own past, because the data hold fewer than eight companies .*: T1\. Highest/,
  );
  equal(text([{ ...alone, value: "all" }]).includes("own past"), false);
});

Deno.test("a report lists differing settings, then the changes by importance", () => {
  const changes = [flipped("T2", 2), flipped("T9", 9, { kinds: ["gone"], after: undefined })];
  const differences = [{ setting: "model", before: "small", after: "large" }] as const;
  const comparison = comparisonOf(changes, { differences });
  const page = reportPage(inputOf(scored(3), { comparison, whatChanged: ({ ticker }) => `${ticker} changed so` }));
  const text = sectionText(page, "changed");
  match(
    text,
    /Since the run of 2018-01-02 05:00 UTC \(as of 28 Dec 2017\); this one of .*\. 1 view changed, 1 removed, 1 unchanged, of 3 names/,
  );
  match(
    text,
    /used different settings, .*model small → large.*T2 view changed neutral → bullish T9 removed neutral → –/,
  );
  ok(page.includes('<a class="tick" href="#r2">T2</a>'));
  ok(page.includes('<b class="tick">T9</b>'));
  match(cardText(page, "T2"), /^T2 T2 Inc\. changed .* Changed T2 changed so/);
  equal(cardText(page, "T1").includes("changed"), false);
});

Deno.test("a report of a run without comparison says how to compare it", () => {
  match(
    sectionText(reportPage(inputOf(scored(3))), "method"),
    /Compared with no earlier run to compare with \(use --since\)/,
  );
});

Deno.test("a report folds less important changes, and states the number of those elsewhere", () => {
  const changes = Array.from({ length: 130 }, (_, at) => flipped(`T${at + 1}`, at + 1));
  const text = sectionText(reportPage(inputOf(scored(130), { comparison: comparisonOf(changes) })), "changed");
  match(text, /90 more/);
  match(text, /T100 view changed .* 30 more in changes\.csv/);
  equal(text.includes("T101 "), false);
});

Deno.test("the best and the worst are ten each by score, without overlap", () => {
  const names = (rows: readonly ThesisRow[]) => rows.map(({ row }) => row);
  const many = surveyReport(inputOf(scored(30)));
  deepEqual(names(many.best), [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  deepEqual(names(many.worst), [30, 29, 28, 27, 26, 25, 24, 23, 22, 21]);
  const few = surveyReport(inputOf(scored(5)));
  deepEqual([names(few.best), names(few.worst)], [[1, 2, 3], [5, 4]]);
});

Deno.test("no list and no card is ordered by confidence", () => {
  const rows = scored(30);
  const other = rows.map((row) => ({ ...row, confidence: 1 - (row.confidence ?? 0) * row.row / 30 }));
  const order = (page: string) => Array.from(page.matchAll(/ id="(r\d+)"|href="#(r\d+)"/g), ([all]) => all);
  deepEqual(order(reportPage(inputOf(rows))), order(reportPage(inputOf(other))));
});

Deno.test("theses without a score have no order, and the report says so", () => {
  const page = reportPage(inputOf([thesisRow(1, { confidence: 0.2 }), thesisRow(2, { confidence: 0.9 })]));
  match(
    sectionText(page, "names"),
    /^Names No thesis has a score, so the names are not ranked: .* No thesis states a drawdown risk/,
  );
  deepEqual(partsOf(page), ["names", "method"]);
  ok(page.indexOf('id="r1"') < page.indexOf('id="r2"'));
});

Deno.test("names without a score follow those with one, in the order of the list", () => {
  const rows = [1, 2, 3, 4].map((row) => thesisRow(row, { score: row % 2 === 0 ? row / 10 : undefined }));
  deepEqual(surveyReport(inputOf(rows)).theses.map(({ row }) => row), [4, 2, 1, 3]);
  deepEqual(surveyReport(inputOf(rows.toReversed())).theses.map(({ row }) => row), [4, 2, 1, 3]);
});

Deno.test("the riskiest are ten by the chance of a fall, beside the run's median", () => {
  const rows = scored(11).map((row) => ({ ...row, drawdownProbability: row.row / 20 }));
  const page = reportPage(inputOf(rows));
  const text = sectionText(page, "risk");
  match(text, /T11 .* 55% .* T10 .* 50%/);
  equal(text.includes("T1 "), false);
  match(cardText(page, "T11"), /Drawdown risk 55% the run's median is 30%/);
});

Deno.test("a report says once what its bars mean", () => {
  const words = /Score bars run from −1 to \+1, drawdown bars from 0 to 100%; the tick marks this list's median/g;
  const rows = scored(11);
  const unscored = rows.map((row) => ({ ...row, score: undefined, rank: undefined }));
  for (const run of [rows, unscored]) equal(textOf(reportPage(inputOf(run))).match(words)?.length, 1);
});

Deno.test("bars have the same ends in every run: -1 to +1, and 0 to 100%", () => {
  const barsOf = (factor: number) => {
    const rows = scored(4).map((row, at) => ({ ...row, score: [0.5, -0.25, 0.1, 7][at] }));
    const page = reportPage(inputOf(rows.map((row) => ({ ...row, drawdownProbability: 0.4 * factor }))));
    return [...new Set(Array.from(page.matchAll(/<i class="bar [^"]*" style="([^"]*)"/g), ([, style]) => style))];
  };
  const scores = ["--l:50%;--w:50%", "--l:50%;--w:25%", "--l:50%;--w:5%", "--l:37.5%;--w:12.5%"];
  deepEqual(barsOf(1).toSorted(), [...scores, "--w:40%"].toSorted());
  deepEqual(barsOf(0.1).toSorted(), [...scores, "--w:4%"].toSorted());
});

Deno.test("the map ends just beyond its names, and says which end is which", () => {
  const rows = scored(9).map((row) => ({ ...row, drawdownProbability: 0.31 }));
  match(
    textOf(reportPage(inputOf(rows))),
    /40% higher risk lower risk 0% .* −0\.50 low score score high score \+0\.50/,
  );
});

Deno.test("a group shows its count, its medians and its riskiest name, the riskiest group first", () => {
  const rows = scored(5).map((row) => ({ ...row, cells: [row.ticker, row.row < 4 ? "Energy" : ""] }));
  const failed = openRow(6, { cells: ["X", "Energy"] });
  const manifest = manifestOf({ header: ["ticker", "Sector"] });
  const text = sectionText(reportPage(inputOf([...rows, failed], { manifest, group: "sector" })), "groups");
  match(text, /^By sector .* \(empty\) 2 35% −0\.20 T5 40% Energy 4 10% \+0\.30 T3 20%$/);
});

Deno.test("a report says when the column to group by is missing", () => {
  match(sectionText(reportPage(inputOf(scored(2), { group: "region" })), "groups"), /no column “region”/);
  equal(reportPage(inputOf(scored(2))).includes('id="groups"'), false);
});

Deno.test("a card shows drivers, risks, figures, bars, warnings, reasoning and files", () => {
  const row = thesisRow(1, {
    ...{ score: 0.17, rank: 1, drawdownProbability: 0.1, drivers: ["d1", "d2", "d3", "d4"], risks: ["k1", "k2"] },
    ...{ warnings: ["no drivers", "data older than expected"], confidence: 0.5037 },
    files: [{ path: "files/1_T1/a b.png", bytes: 1, sha256: "", mediaType: "image/png" }],
    tensions: 2,
    evidence: { for: 4, against: 3, abstained: 5 },
  });
  const page = reportPage(inputOf([row]));
  const text = cardText(page, "T1");
  match(text, /^T1 T1 Inc\. warning neutral \+0\.17 10% d1 Drawdown risk 10%/);
  match(
    text,
    /Score \+0\.17 rank 1 of 1 Confidence 0\.50 Evidence 4 measures in favour, 3 against Claims verified 4 of 4, 2 conflicting signals/,
  );
  match(text, /Warning no drivers; data older than expected T1 is neutral\. Drivers d1 d2 d3 d4 Risks k1 k2 /);
  ok(page.includes('<a href="files/1_T1/a%20b.png" rel="noopener noreferrer">a b.png</a>'));
});

Deno.test("a card omits missing values, and never shows 0 for them", () => {
  const bare = {
    score: undefined,
    claimsTotal: undefined,
    claimsVerified: undefined,
    confidence: undefined,
    asOf: undefined,
  };
  const text = cardText(
    reportPage(inputOf([thesisRow(1, { ...bare, signal: undefined, reasoning: undefined })])),
    "T1",
  );
  equal(text, "T1 T1 Inc. beta is 1.1 Drivers For: T1's beta is 1.1; it helps Risks T1: it may fall");
});

Deno.test("a card shows prices, else the picture, else neither", () => {
  const series = { dates: ["2017-01-02", "2017-01-03", "2017-01-04"], closes: [100, 50, 75] };
  const [drawn, pictured, neither] = [1, 2, 3].map((row) => thesisRow(row));
  const page = reportPage(inputOf([drawn, pictured, neither].filter((row) => row !== undefined), {
    seriesOf: (row) => row === drawn ? series : row === pictured ? { ...series, closes: [1, 0, 1] } : undefined,
    imageOf: (row) => row === neither ? undefined : "data:image/png;base64,AAAA",
  }));
  const pictures = page.split("<details>").slice(1).map((card) => [card.includes("<svg"), card.includes("<img")]);
  deepEqual(pictures, [[true, false], [false, true], [false, false]]);
  match(cardText(page, "T1"), /2017-01-02 to 2017-01-04: last 75, low 50, high 100\. .* at most 50%/);
});

const CLOSES = [
  { closes: [], is: false },
  { closes: [1], is: false },
  { closes: [1, 2], is: true },
  { closes: [2, 2, 2], is: true },
  { closes: [1, NaN], is: false },
  { closes: [1, Infinity], is: false },
  { closes: [1, -1], is: false },
];
for (const { closes, is } of CLOSES) {
  Deno.test(`seriesChart() ${is ? "draws" : "draws nothing of"} [${closes}]`, () => {
    const drawn = seriesChart({ dates: closes.map(() => "2017-01-02"), closes });
    equal(drawn !== undefined, is);
    equal(/NaN|Infinity|undefined/.test(String(drawn ?? "")), false);
  });
}

const FAILURES = [
  {
    when: "a service failed",
    row: openRow(2, { errorCode: "http_500", error: "Cannot ask: service answered 500" }),
    is:
      /1 failed: http_500 Cannot ask: service answered 500 T2 To retry: deno task -q screen list\.csv --retry-failed$/,
  },
  {
    when: "the service does not know the company",
    row: openRow(2, { errorCode: "unknown_company", error: "The data does not know T2" }),
    is:
      /Fix the cells in runs\/list\/failures\.csv, then screen that file: deno task -q screen runs\/list\/failures\.csv$/,
  },
  {
    when: "the company's file of prices was not read",
    row: openRow(2, { errorCode: "prices_not_read", error: "T2.csv is there but was not read" }),
    is: /Fix the price files, then screen runs\/list\/failures\.csv: deno task -q screen runs\/list\/failures\.csv$/,
  },
  {
    when: "a row is invalid",
    row: openRow(2, { status: "invalid", ticker: "", errorCode: "invalid_row", error: "line 3: No ticker" }),
    is:
      /1 invalid: invalid_row line 3: No ticker row 2 Fix the cells .* deno task -q screen runs\/list\/failures\.csv$/,
  },
  {
    when: "it may have been billed",
    row: openRow(2, { status: "in_doubt", errorCode: "timeout", error: "No answer" }),
    is: /Possibly processed and billed, no answer received; to send again with the same key: .* --retry-failed$/,
  },
  {
    when: "a limit stopped the run first",
    row: openRow(2, { status: "skipped" }),
    is: /1 skipped T2 Not sent yet; to resume the run: deno task -q screen list\.csv$/,
  },
  {
    when: "a file is missing",
    row: thesisRow(2, { status: "partial", errorCode: "http_404", error: "no file" }),
    is: /The thesis is here, but a file is missing; to request it again: deno task -q screen list\.csv --retry-failed$/,
  },
] as const;
for (const { when, row, is } of FAILURES) {
  Deno.test(`where ${when}, the report names the remedy`, () => {
    match(sectionText(reportPage(inputOf([thesisRow(1), row])), "failures"), is);
  });
}

Deno.test("failures of one kind are grouped, the largest group first", () => {
  const rows = Array.from({ length: 40 }, (_, at) => openRow(at + 1, { errorCode: "http_500", error: `No ${at}` }));
  const text = sectionText(reportPage(inputOf([openRow(99, { errorCode: "timeout" }), ...rows])), "failures");
  match(
    text,
    /^Not done 40 failed: http_500 No 0 \(the first of several messages\) T1, T2.*, T12 and 28 more .* 1 failed: timeout/,
  );
});

Deno.test("a run started by a program has no command to resume it", () => {
  const manifest = manifestOf({ input: { name: "rows", sha256: "" } });
  match(
    sectionText(reportPage(inputOf([openRow(1)], { manifest })), "failures"),
    /run the program that started this screen again/,
  );
});

Deno.test("the method explains what a thesis states and how to order, and says that nothing is advice", () => {
  const rows = [thesisRow(1, { engine: "conviction-analyst/0.1", calibration: "uncalibrated", probability: 0.51 })];
  const text = sectionText(reportPage(inputOf(rows)), "method");
  match(text, /The probability is that of beating \^GSPC over the next 63 trading days\./);
  match(
    text,
    /not predicted direction better than chance.*never by confidence.*not calibrated.*This is not investment advice\./,
  );
  match(text, /Engine conviction-analyst\/0\.1 Calibration uncalibrated/);
});

Deno.test("the method for another service's theses claims nothing about them", () => {
  const text = sectionText(reportPage(inputOf([thesisRow(1, { engine: "other/2" })])), "method");
  match(text, /defined by the service and shown unchanged/);
  equal(/coin toss|The probability is/.test(text), false);
});

Deno.test("beyond 3,500 names only those in a list have a card, and a line says so", () => {
  const rows = scored(3501);
  const change = flipped("T1500", 1500);
  const page = reportPage(inputOf(rows, { comparison: comparisonOf([change]) }));
  const cards = [...page.matchAll(/ id="r(\d+)"/g)].map(([, row]) => Number(row));
  ok(cards.length < 40, `${cards.length} cards`);
  for (const row of [1, 10, 3501, 3492, 1500]) ok(cards.includes(row), `row ${row}`);
  match(sectionText(page, "names"), /Only names listed above have a card; all 3,501 theses are in the tables\./);
  equal([...reportPage(inputOf(rows.slice(1))).matchAll(/ id="r(\d+)"/g)].length, 3500);
});

Deno.test("the map has a dot for each name, and stays small with any number of names", () => {
  const dotsOf = (count: number) => {
    const rows = scored(count).map((row) => ({ ...row, drawdownProbability: (row.row * 7919 % 9973) / 9973 }));
    return reportPage(inputOf(rows)).match(/M\d+ \d+h0/g)?.length ?? 0;
  };
  deepEqual([2, 3, 60].map(dotsOf), [0, 3, 60]);
  const many = dotsOf(60_000);
  ok(many > 1_000 && many <= 201 * 201, `${many} dots`);
});

Deno.test("every link inside the page has a target, and every heading its place", () => {
  const rows = scored(40).map((row) => ({ ...row, cells: [row.ticker, `g${row.row % 3}`] }));
  const comparison = comparisonOf([flipped("T3", 3)]);
  const manifest = manifestOf({ header: ["ticker", "sector"] });
  const page = reportPage(
    inputOf(rows, { manifest, comparison, group: "sector", beside: ["theses.csv", "report.html"] }),
  );
  const tags = tagsOf(page);
  const ids = tags.flatMap(({ attributes }) => attributes.get("id") ?? []);
  const targets = tags.flatMap(({ attributes }) => attributes.get("href") ?? []);
  deepEqual(targets.filter((href) => href.startsWith("#") && !ids.includes(href.slice(1))), []);
  deepEqual(targets.filter((href) => !href.startsWith("#")), ["theses.csv"]);
  equal(new Set(ids).size, ids.length);
  equal(tags.filter(({ name }) => name === "h1").length, 1);
  for (const name of ["header", "nav", "main", "footer"]) equal(tags.filter((tag) => tag.name === name).length, 1);
  for (const { name, attributes } of tags) if (name === "th") match(attributes.get("scope") ?? "", /^(?:col|row)$/);
});

Deno.test("identical runs give identical pages, and the pieces add up to the page", () => {
  const input = inputOf(scored(60));
  equal(reportPage(input), [...reportPieces(inputOf(scored(60)))].join(""));
});

for (
  const [values, is] of [[[], undefined], [[3], 3], [[3, 1], 2], [[9, 1, 2], 2], [[NaN, undefined, 4], 4]] as const
) {
  Deno.test(`median() of [${values}] is ${is}`, () => equal(median(values), is));
}
