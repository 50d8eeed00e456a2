/** Charts drawn beside the thread that asks. */
import { deepEqual, equal, match, ok, rejects } from "../assert.ts";
import { createDrawing } from "../../src/chart/drawing.ts";
import { startDrawThread } from "../../src/chart/draw_thread.ts";
import { ChartError, drawPriceChart } from "../../src/chart/render.ts";
import { testAtNight } from "../needs.ts";
import { chartOf, rowsOf } from "./chart_fixture.ts";

const titled = (title: string) => chartOf({ title });

Deno.test("a chart drawn beside has the bytes of one drawn here", async () => {
  const drawing = createDrawing({ atOnce: 1 });
  const charts = ["one", "two"].map(titled);
  const beside = await Promise.all(charts.map((chart) => drawing.draw(chart)));
  const here = await Promise.all(charts.map((chart) => drawPriceChart(chart)));
  deepEqual(beside, here.map(({ svg, png }) => ({ svg: new TextEncoder().encode(svg), png })));
  await drawing.close();
});

Deno.test("the thread that asks goes on with other work while a chart is drawn", async () => {
  const drawing = createDrawing({ atOnce: 1 });
  const closes = Array.from({ length: 5_000 }, (_, day) => 100 + Math.sin(day / 50));
  await drawing.draw(chartOf()); // what starts the thread and loads its modules gives turns away in any case
  let isDrawn = false;
  const drawn = drawing.draw(chartOf({ rows: rowsOf(closes, "1990-01-01") })).then(() => isDrawn = true);
  let turns = 0;
  while (!isDrawn) {
    await new Promise<void>((resolve) => void setTimeout(resolve));
    turns++;
  }
  await drawn;
  ok(turns > 1, `${turns} turns of the event loop`); // a hundred on an idle machine; drawn here: 1
  await drawing.close();
});

Deno.test("a chart that cannot be drawn says why as here, and the thread draws the next one", async () => {
  const thread = startDrawThread();
  const wrong = chartOf({ rows: [] });
  const [here, beside] = await Promise.all(
    [drawPriceChart(wrong), thread.draw(JSON.stringify(wrong))].map((drawn) => drawn.catch((error) => error)),
  );
  ok(beside instanceof ChartError);
  deepEqual([beside.message, beside.state], [here.message, here.state]);
  ok((await thread.draw(JSON.stringify(chartOf()))).png.length > 10_000);
  await thread.stop();
});

Deno.test("a thread that ends rejects its chart and every later one", async () => {
  const thread = startDrawThread();
  const drawn = thread.draw(JSON.stringify(chartOf()));
  const ended = rejects(drawn, /the thread that draws ended/);
  await thread.stop();
  await ended;
  await rejects(thread.draw(JSON.stringify(chartOf())), /the thread that draws ended/);
});

testAtNight("threads that wait for a chart do not keep a process alive", async () => {
  const drawing = new URL("../../src/chart/drawing.ts", import.meta.url);
  const script = `const { createDrawing } = await import(${JSON.stringify(drawing)});
    console.log((await createDrawing({ atOnce: 1 }).draw(${JSON.stringify(chartOf())})).png.length);`;
  const { success, stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["eval", "--config", new URL("../../deno.json", import.meta.url).pathname, script],
  }).output();
  equal(success, true);
  match(new TextDecoder().decode(stdout), /^\d+\n$/);
});
