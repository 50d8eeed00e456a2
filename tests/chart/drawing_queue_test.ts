/** Charts that threads draw: how many at once, what is shared, and what a thread's end means; the threads are made up. */
import { deepEqual, equal, ok, rejects } from "../assert.ts";
import { createDrawing, type DrawnFiles, type DrawThread } from "../../src/chart/drawing.ts";
import { ChartError } from "../../src/chart/render.ts";
import { chartOf } from "./chart_fixture.ts";

const FILES: DrawnFiles = { svg: new Uint8Array(600), png: new Uint8Array(400) };
const titled = (title: string) => chartOf({ title });
const titleOf = (chart: string): string => JSON.parse(chart).title;

/** Threads whose charts end when the test says so. */
function manualThreads() {
  const charts: { readonly thread: number; readonly title: string; end: (by: DrawnFiles | Error) => void }[] = [];
  const stopped: number[] = [];
  let started = 0;
  const startThread = (): DrawThread => {
    const thread = ++started;
    return {
      draw(chart) {
        const { promise, resolve, reject } = Promise.withResolvers<DrawnFiles>();
        charts.push({ thread, title: titleOf(chart), end: (by) => by instanceof Error ? reject(by) : resolve(by) });
        return promise;
      },
      stop() {
        stopped.push(thread);
        for (const chart of charts) if (chart.thread === thread) chart.end(new Error("the thread ended"));
        return Promise.resolve();
      },
    };
  };
  /** Lets all promises settle that can. */
  const settle = () => new Promise<void>((resolve) => void setTimeout(resolve));
  return { charts, stopped, startThread, settle, started: () => started };
}

Deno.test("as many charts are drawn at once as allowed, each by a thread of its own", async () => {
  const { charts, startThread, settle } = manualThreads();
  const drawing = createDrawing({ atOnce: 2, startThread });
  const drawn = ["a", "b", "c"].map((title) => drawing.draw(titled(title)));
  await settle();
  deepEqual(charts.map(({ title, thread }) => [title, thread]), [["a", 1], ["b", 2]]);
  charts[1]?.end(FILES);
  await settle();
  deepEqual(charts.slice(2).map(({ title, thread }) => [title, thread]), [["c", 2]]);
  for (const { end } of charts) end(FILES);
  await Promise.all(drawn);
  await drawing.close();
});

Deno.test("charts asked for one after the other need one thread, and none needs none", async () => {
  const { charts, startThread, settle, started, stopped } = manualThreads();
  const drawing = createDrawing({ atOnce: 8, startThread });
  equal(started(), 0);
  for (const title of ["a", "b", "c"]) {
    const drawn = drawing.draw(titled(title));
    await settle();
    charts.at(-1)?.end(FILES);
    deepEqual(await drawn, FILES);
  }
  equal(started(), 1);
  await drawing.close();
  deepEqual(stopped, [1]);
});

Deno.test("a chart whose thread ends is drawn once more, in a new thread", async () => {
  const { charts, startThread, settle, stopped } = manualThreads();
  const drawing = createDrawing({ atOnce: 1, startThread });
  const drawn = drawing.draw(titled("a"));
  await settle();
  charts[0]?.end(new Error("out of memory"));
  await settle();
  deepEqual(charts.map(({ thread }) => thread), [1, 2]);
  deepEqual(stopped, [1]);
  charts[1]?.end(FILES);
  deepEqual(await drawn, FILES);
  await drawing.close();
});

Deno.test("a chart whose two threads end is an error of this chart alone", async () => {
  const { charts, startThread, settle, stopped } = manualThreads();
  const drawing = createDrawing({ atOnce: 1, startThread });
  const lost = rejects(drawing.draw(titled("a")), (error) => {
    ok(error instanceof ChartError);
    equal(error.message, "Cannot draw the chart: two threads ended while they drew it (out of memory)");
    return true;
  });
  const next = drawing.draw(titled("b"));
  for (const at of [0, 1]) {
    await settle();
    charts[at]?.end(new Error("out of memory"));
  }
  await lost;
  await settle();
  charts[2]?.end(FILES);
  deepEqual(await next, FILES);
  deepEqual(stopped, [1, 2]);
  await drawing.close();
});

Deno.test("equal charts are drawn once, also while the first is being drawn", async () => {
  const { charts, startThread, settle } = manualThreads();
  const drawing = createDrawing({ atOnce: 4, startThread });
  const drawn = ["a", "b", "a"].map((title) => drawing.draw(titled(title)));
  await settle();
  deepEqual(charts.map(({ title }) => title), ["a", "b"]);
  for (const { end } of charts) end(FILES);
  deepEqual(await Promise.all(drawn), [FILES, FILES, FILES]);
  deepEqual(await drawing.draw(titled("b")), FILES);
  equal(charts.length, 2);
  await drawing.close();
});

Deno.test("a chart that failed is drawn again when it is asked for again", async () => {
  const { charts, startThread, settle } = manualThreads();
  const drawing = createDrawing({ atOnce: 1, startThread });
  const failed = rejects(drawing.draw(titled("a")), ChartError);
  await settle();
  charts[0]?.end(new ChartError("no"));
  await failed;
  const again = drawing.draw(titled("a"));
  await settle();
  charts[1]?.end(FILES);
  deepEqual(await again, FILES);
  await drawing.close();
});

Deno.test("over the limit of bytes, the charts that were unused for longest are drawn again", async () => {
  const titles: string[] = [];
  const startThread = (): DrawThread => ({
    draw(chart) {
      titles.push(titleOf(chart));
      return Promise.resolve(FILES);
    },
    stop: () => Promise.resolve(),
  });
  const drawing = createDrawing({ atOnce: 1, maxKeptBytes: 2_000, startThread }); // two charts
  for (const title of ["a", "b", "a", "c", "a", "b"]) await drawing.draw(titled(title));
  deepEqual(titles, ["a", "b", "c", "b"]);
  await drawing.close();
});

Deno.test("closing gives up the charts that are not finished", async () => {
  const { charts, startThread, settle, stopped } = manualThreads();
  const drawing = createDrawing({ atOnce: 1, startThread });
  const given = ["a", "b"].map((title) => rejects(drawing.draw(titled(title)), /drawing is closed/));
  await settle();
  await drawing.close();
  await Promise.all(given);
  await rejects(drawing.draw(titled("c")), /drawing is closed/);
  deepEqual([charts.length, stopped], [1, [1]]);
});

Deno.test("a chart that nobody needs when its turn comes is not drawn, and one that somebody needs is", async () => {
  const { charts, startThread, settle } = manualThreads();
  const drawing = createDrawing({ atOnce: 1, startThread });
  const [left, stays] = [new AbortController(), new AbortController()];
  const first = drawing.draw(titled("first"), left.signal);
  await settle();
  const dropped = drawing.draw(titled("dropped"), left.signal);
  const shared = [left, stays].map(({ signal }) => drawing.draw(titled("shared"), signal));
  left.abort();
  charts[0]?.end(FILES);
  await first; // it had begun
  await rejects(() => dropped, /nobody waits for it any more/);
  await settle();
  deepEqual(charts.map(({ title }) => title), ["first", "shared"]);
  charts[1]?.end(FILES);
  await Promise.all(shared);
  const again = drawing.draw(titled("dropped"), stays.signal);
  await settle();
  charts[2]?.end(FILES);
  deepEqual(await again, FILES);
  await drawing.close();
});
