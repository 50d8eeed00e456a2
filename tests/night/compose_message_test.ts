import { deepEqual, equal, match, ok } from "../assert.ts";
import { composeMessage, type NightRun, type NightSummary } from "../../src/night/compose_message.ts";
import type { Manifest } from "../../src/run/manifest.ts";

const NONE = { done: 0, partial: 0, failed: 0, invalid: 0, in_doubt: 0, skipped: 0, pending: 0 };

function manifestOf(done: number, rows: number): Manifest {
  const counts = { rows, statuses: { ...NONE, done, failed: rows - done }, requests: rows, attempts: rows, files: 0 };
  return {
    ...{ run_id: "r", state: "finished", service: { name: "embedded" }, input: { name: "desk.csv", sha256: "" } },
    ...{ fingerprint: "", options: {}, header: [], versions: {}, started_at: "2026-11-23T22:30:00Z" },
    counts: { ...counts, claims_total: 0, claims_verified: 0 },
    ...{ files: [], cells: "" },
  };
}

function alertsOf(count: number): string {
  return Array.from(
    { length: count },
    (_, at) => `${JSON.stringify({ kind: "THESIS_DRIFT", ticker: `T${at}`, message: `T${at}: fell` })}\n`,
  )
    .join("");
}

function runOf(change: Partial<NightRun> = {}): NightRun {
  const folder = "/home/ops/runs/desk/2026-11-23";
  return {
    ...{ folder, manifest: manifestOf(498, 500), alerts: alertsOf(3) },
    summary: "INCOMPLETE: 2 of 500 names are not done (2 failed).\n\n- Data as of 2026-11-20.\n- Highest score:\n" +
      "  - ADBE +0.53: it rose.\n  - IBM +0.16: it fell less.\n\nOpen `runs/desk/2026-11-23/report.html`; all names are in `theses.csv`.\n",
    page: { path: `${folder}/report.html`, shown: "runs/desk/2026-11-23/report.html" },
    ...change,
  };
}

function composed(change: Partial<NightSummary> = {}) {
  return composeMessage({ kind: "ended", list: "desk", night: "2026-11-23", status: 0, run: runOf(), ...change });
}

Deno.test("the message of a night begins with its alerts, says what its run says, and ends with its page", () => {
  const { text, ...fields } = composed();
  equal(
    text,
    `3 alerts:
- T0: fell
- T1: fell
- T2: fell

INCOMPLETE: 2 of 500 names are not done (2 failed).
- Data as of 2026-11-20.
- Highest score: ADBE +0.53, IBM +0.16

Page: runs/desk/2026-11-23/report.html
/home/ops/runs/desk/2026-11-23/report.html

This is not investment advice.
`,
  );
  deepEqual({ ...fields, alerts: fields.alerts.length }, {
    ...{ id: "desk 2026-11-23 ended", kind: "ended", night: "2026-11-23", list: "desk", status: 0, alerts: 3 },
    subject: "desk 23 Nov 2026: 498 of 500 theses, 3 alerts",
    folder: "/home/ops/runs/desk/2026-11-23",
    page: "/home/ops/runs/desk/2026-11-23/report.html",
  });
});

const SUBJECTS:
  readonly (Partial<NightSummary> & { readonly when: string; readonly subject: string; readonly text?: RegExp })[] = [
    {
      when: "there is one alert",
      run: runOf({ alerts: alertsOf(1) }),
      subject: "desk 23 Nov 2026: 498 of 500 theses, 1 alert",
    },
    {
      when: "there is no alert",
      run: runOf({ alerts: "" }),
      subject: "desk 23 Nov 2026: 498 of 500 theses, no alerts",
    },
    {
      when: "alerts were not written",
      run: runOf({ alerts: undefined }),
      subject: "desk 23 Nov 2026: 498 of 500 theses",
    },
    {
      when: "the list has one row",
      run: runOf({ manifest: manifestOf(1, 1), alerts: "" }),
      subject: "desk 23 Nov 2026: 1 of 1 thesis, no alerts",
    },
    {
      when: "too many rows are not done",
      status: 1,
      subject: "INCOMPLETE desk 23 Nov 2026: 498 of 500 theses, 3 alerts",
    },
    {
      when: "a limit stopped it",
      ...{ kind: "stopped", status: 3, why: "stopped at 06:30" },
      subject: "INCOMPLETE desk 23 Nov 2026: 498 of 500 theses, 3 alerts",
      text: /^stopped at 06:30\.\n\n3 alerts:\n/,
    },
    {
      when: "it stopped before its run",
      ...{ kind: "stopped", status: 1, why: "Cannot read desk.csv: there is no such file", run: undefined },
      subject: "INCOMPLETE desk 23 Nov 2026: stopped, nothing sent",
      text: /^Cannot read desk\.csv: there is no such file\.\n\nThis is not/,
    },
    {
      when: "the data are stale",
      ...{
        kind: "stale",
        status: 4,
        why: "the data end on 13 Nov 2026, 6 sessions ago; at most 3 are allowed",
        run: undefined,
      },
      subject: "STALE desk 23 Nov 2026: data out of date, nothing sent",
      text: /^the data end on 13 Nov 2026, 6 sessions ago; at most 3 are allowed\.\n/,
    },
    {
      when: "it did not begin",
      ...{ kind: "missed", status: 1, why: "no run had begun by 23:30 (Europe/Zurich)", run: undefined },
      subject: "MISSED desk 23 Nov 2026: no run had begun by 23:30 (Europe/Zurich)",
    },
    {
      when: "there is no page and no summary",
      run: runOf({ page: undefined, summary: undefined }),
      subject: "desk 23 Nov 2026: 498 of 500 theses, 3 alerts",
      text: /\n498 of 500 rows are done\.\n\nRun: \/home\/ops\/runs\/desk\/2026-11-23\n/,
    },
  ];
for (const { when, subject, text, ...change } of SUBJECTS) {
  Deno.test(`the subject when ${when}: ${subject}`, () => {
    const message = composed(change);
    equal(message.subject, subject);
    match(message.text, text ?? /./);
  });
}

Deno.test("the alerts of a summary are not said a second time", () => {
  const [first, ...rest] = (runOf().summary ?? "").split("- Data");
  for (
    const said of [
      "- No alerts.",
      "- 2 alerts over 3 trading days since 2017-12-26, most important first. 4 further names.\n  - T0: fell\n  - T1: fell",
    ]
  ) {
    equal(composed({ run: runOf({ summary: `${first}${said}\n- Data${rest.join("- Data")}` }) }).text, composed().text);
  }
});

Deno.test("ten alerts are named and the rest counted; a hundred go with the message field by field", () => {
  const { text, alerts, alertCount } = composed({ run: runOf({ alerts: alertsOf(312) }) });
  equal(text.match(/^- T\d+/gm)?.length, 10);
  match(text, /^312 alerts:\n- T0: fell\n[\s\S]*\n- T9: fell\n- and 302 more, in alerts\.jsonl\n/);
  deepEqual([alerts.length, alertCount], [100, 312]);
});

Deno.test("an alert says how much of the list it is about, and a line that is no alert is counted", () => {
  const held = {
    kind: "THESIS_DRIFT",
    ticker: "NVDA",
    message: "NVDA: bullish to bearish",
    position: "short",
    weight: -0.0425,
  };
  const { text, subject } = composed({ run: runOf({ alerts: `${JSON.stringify(held)}\n{"kind":\n7\n` }) });
  match(
    text,
    /^1 alert:\n- NVDA: bullish to bearish \(short, 4\.3% of the list\)\n2 lines of alerts\.jsonl cannot be read\.\n/,
  );
  match(subject, /1 alert$/);
});

Deno.test("what was not fetched is said in five lines at most", () => {
  const { text } = composed({ notes: Array.from({ length: 8 }, (_, at) => `T${at} was not fetched`) });
  match(text, /\nT0 was not fetched\.\n[\s\S]*T4 was not fetched\.\nAnd 3 more\.\n\nPage:/);
});

const HOSTILE = [
  "<script>alert(1)</script>",
  "<!channel> <https://evil.example|click>",
  "[open](https://evil.example/x) ![i](http://evil.example/i.png)",
  "@channel @here @everyone",
  "a\r\nBcc: all@example.com\r\n\r\nbody",
  "\x1b[31mred\x1b]0;title\x07\u202ereversed",
  "`code` *bold* ~struck~ | a | b | \\*",
  "www.evil.example and Amazon.com and mailto:x@y.example",
];
/** What a chat, a mail or a terminal would interpret. */
const INTERPRETED =
  // deno-lint-ignore no-control-regex -- it looks for control characters
  /[<>[\]`*~|\\\r\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e]|@(?!\u2060)|:\/\/|mailto:(?!\u2060)|[A-Za-z]\.(?!jsonl\b)[A-Za-z]{2}/;
const escaped = (text: string) =>
  text.replace(/\s+/g, " ").replace(/[\\`*_{}[\]#|~$]/g, "\\$&").replace(
    /[<>&]/g,
    (sign) => ({ "<": "&lt;", ">": "&gt;" }[sign] ?? "&amp;"),
  );

for (const hostile of HOSTILE) {
  Deno.test(`nothing is interpreted of ${JSON.stringify(hostile)} as the name of a list, in an alert, a summary or a reason`, () => {
    const night = composed({
      ...{ list: hostile, why: hostile, notes: [hostile] },
      run: runOf({
        page: { path: `/r/${hostile}/report`, shown: `${hostile}/report` },
        alerts: `${JSON.stringify({ kind: "THESIS_DRIFT", ticker: "X", message: `X: ${hostile}` })}\n`,
        summary: `Complete.\n\n- Highest score:\n  - ${escaped(hostile)} +0.5: it rose.\n- ${escaped(hostile)}\n`,
      }),
    });
    const lines = `${night.subject}\n${night.text}`.split("\n")
      .filter((text) => !/^Page|^\/r\//.test(text)); // an address in a path is not taken apart: it is there to be copied
    deepEqual(lines.filter((text) => INTERPRETED.test(text)), []);
    ok(!/[\r\n<>`@](?!\u2060)/.test(night.text.split("\n").filter((text) => /^Page|^\/r\//.test(text)).join("")));
    equal(night.subject.split("\n").length, 1);
  });
}

Deno.test("names of companies read as they are written", () => {
  const { text } = composed({
    run: runOf({
      summary: "Complete.\n\n- AT&amp;T, Johnson &amp; Johnson, S&amp;P 500, weight\\_pct 0.5%, Yahoo!\n",
    }),
  });
  match(text, /\n- AT&T, Johnson & Johnson, S&P 500, weight_pct 0\.5%, Yahoo!\n/);
});
