import { deepEqual, equal, match, ok, rejects } from "../assert.ts";
import { type Outcome, screen, type ScreenOptions } from "conviction/batch";
import { show } from "conviction/notebook";
import { openCell, sanitised } from "./cell.ts";

const NAMES = ["AAA", "BBB", "CCC", "DDD"];

/** A service whose score of a name is its place in the list; it refuses some names. */
function serviceWithout(...refused: readonly string[]) {
  return {
    reason({ input }: { readonly input?: unknown }) {
      const place = NAMES.findIndex((name) => String(input).includes(name));
      if (refused.includes(NAMES[place] ?? "")) return Promise.reject(new Error(`no prices of ${NAMES[place]}`));
      return Promise.resolve({
        agent_thesis: { signal: "neutral", confidence: 0.51, reasoning: `${NAMES[place]} moves with the market.` },
        ...{ key_drivers: [`${NAMES[place]}'s low volatility`], risks: [], metadata: { score: place / 10 } },
      });
    },
    download: () => Promise.reject(new Error("no files here")),
  };
}

async function screened(options: ScreenOptions & { readonly refused?: string; readonly isLive?: boolean } = {}) {
  const { refused = "", isLive = true, ...rest } = options;
  const parent = await Deno.makeTempDir();
  const cell = openCell({ isLive });
  try {
    const list = NAMES.map((ticker) => ({ ticker }));
    const source = screen(list, serviceWithout(refused), { folder: `${parent}/runs/one`, concurrency: 1, ...rest });
    const outcomes = await show(source, { display: cell.display, everyMs: 0 });
    return { cell, outcomes, source, parent };
  } finally {
    await Deno.remove(parent, { recursive: true });
  }
}

Deno.test("a screen grows in one output: its progress and its best names so far, then its run", async () => {
  const { cell, outcomes } = await screened();
  equal(outcomes.length, NAMES.length);
  equal(new Set(cell.puts.map(({ name }) => name)).size, 1);
  const texts = cell.puts.map(({ bundle }) => String(bundle["text/plain"]));
  match(texts[0] ?? "", /^1 of 4 rows: 1 done.*\n\nname.*\nAAA/);
  match(texts[1] ?? "", /^2 of 4 rows: 2 done.*\n\nname.*\nBBB.*\nAAA/);
  match(texts.at(-1) ?? "", /^✓ Complete: all 4 names covered\n/);
  match(texts.at(-1) ?? "", /DDD +1 .*\nCCC +2 /);
  match(texts.at(-1) ?? "", /openRun\("runs\/one"\)/);
});

Deno.test("a screen shows its failures with their words while it runs, and what to do at the end", async () => {
  const { cell } = await screened({ refused: "BBB" });
  const during = String(cell.puts[1]?.bundle["text/plain"]);
  match(during, /^- BBB, in doubt: no prices of BBB$/m);
  match(cell.text(), /^⚠ Incomplete: 1 of 4 names missing/);
  match(cell.text(), /retryFailed: true/);
  match(sanitised(cell.html()), /no prices of BBB/);
});

Deno.test("a screen that is stopped leaves what there is, says that it is incomplete and how to resume", async () => {
  const stop = new AbortController();
  const { cell, outcomes } = await screened({
    stop: stop.signal,
    onEvent: (event) => event.type === "started" && event.row === 2 && stop.abort(),
  });
  deepEqual(outcomes.map(({ status }) => status), ["done", "done", "pending", "pending"]);
  match(cell.text(), /^⚠ Incomplete: 2 of 4 names missing \(2 pending\)/);
  match(cell.text(), /2 names still to do\. Run the cell again to resume\./);
});

Deno.test("a limit that ends a screen is named", async () => {
  const { cell } = await screened({ maxRequests: 2 });
  match(cell.text(), /^⚠ Incomplete: .*Stopped: maxRequests 2 reached; raise it to resume\.$/m);
});

Deno.test("where an output cannot be replaced a screen is printed once, at its end", async () => {
  const { cell } = await screened({ isLive: false });
  equal(cell.puts.length, 1);
  match(cell.text(), /^✓ Complete/);
});

Deno.test("no drawing of a screen holds a path of the machine", async () => {
  const { cell, parent } = await screened({ refused: "CCC" });
  for (const { bundle } of cell.puts) ok(!JSON.stringify(bundle).includes(parent));
});

Deno.test("a screen that cannot begin shows nothing, and its error is thrown", async () => {
  const cell = openCell();
  await rejects(show(screen([], serviceWithout(), { machine: undefined }), { display: cell.display }), {
    name: "InputError",
  });
  equal(cell.puts.length, 0);
});

const INVALID: Outcome = {
  input: { row: 1, line: 1, ticker: "AAA", cells: ["AAA"] },
  ...{ status: "invalid", problem: { line: 1, column: "ticker", message: "no ticker" } },
};

Deno.test("a screen is drawn again in each pause in which no outcome comes", async () => {
  const cell = openCell();
  const { promise, resolve } = Promise.withResolvers<Outcome>();
  async function* source() {
    yield await promise;
  }
  const wait = () => Promise.resolve(void (cell.puts.length >= 3 && resolve(INVALID)));
  await show(source(), { display: { ...cell.display, wait } });
  deepEqual(cell.puts.slice(0, 3).map(({ bundle }) => bundle["text/plain"]), Array(3).fill("0 rows so far"));
  match(cell.text(), /^1 row so far/);
});

Deno.test("outcomes of another source are counted as they come", async () => {
  const cell = openCell();
  async function* source() {
    yield await Promise.resolve(INVALID);
  }
  deepEqual(await show(source(), { display: cell.display }), [INVALID]);
  match(cell.text(), /^1 row so far\n- AAA, invalid: line 1, column ticker: no ticker$/);
});

Deno.test("a screen says how it began and ended", async () => {
  const { source, parent } = await screened();
  equal(source.begun?.folder, `${parent}/runs/one`);
  equal(source.ended?.manifest.counts.statuses.done, NAMES.length);
  equal(screen([], serviceWithout()).begun, undefined);
});
