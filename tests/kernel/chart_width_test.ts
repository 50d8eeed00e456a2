/** In the real kernel: the picture of a chart is as wide as the chart, however many pixels it has. */
import { deepEqual, equal } from "../assert.ts";
import { startKernel } from "../../src/kernel/kernel.ts";

const CELL = `import { chart } from "conviction/chart"; import { show } from "conviction/notebook";
const values = [{ day: "2017-12-28", close: 170 }, { day: "2017-12-29", close: 169 }];
const encoding = { x: { field: "day", type: "ordinal" }, y: { field: "close", type: "quantitative" } };
await show(chart({ mark: "bar", width: 300, data: { values }, encoding }));`;

Deno.test("a chart in a cell says how wide its picture is, in units of two pixels", async () => {
  await using kernel = await startKernel({ folder: "notebooks" });
  const execution = await kernel.execute(CELL, { timeoutMs: 60_000 });
  deepEqual(execution.error, undefined);
  const [output = {}] = execution.outputs();
  const { data, metadata } = Object(output);
  const png = Uint8Array.fromBase64(String(Object(data)["image/png"]).replace(/\s/g, ""));
  equal(Object(metadata)["image/png"].width, Math.round(new DataView(png.buffer).getUint32(16) / 2));
});
