import { deepEqual, equal, match, notDeepEqual, ok, rejects } from "../assert.ts";
import { ChartError, drawPriceChart, drawSpec } from "../../src/chart/render.ts";
import { chartOf, rowsOf } from "./chart_fixture.ts";

const sizeOf = (svg: string) => /width="(\d+)" height="(\d+)"/.exec(svg)?.slice(1).map(Number) ?? [];
const pngSizeOf = (png: Uint8Array<ArrayBuffer>) => {
  const view = new DataView(png.buffer);
  deepEqual([...png.subarray(0, 8)], [137, 80, 78, 71, 13, 10, 26, 10]);
  return [view.getUint32(16), view.getUint32(20)];
};

for (const scale of [undefined, 1, 3]) {
  Deno.test(`drawPriceChart() makes a PNG of ${scale ?? 2} pixels for each unit of the SVG`, async () => {
    const { svg, png } = await drawPriceChart(chartOf(), scale === undefined ? {} : { scale });
    deepEqual(pngSizeOf(png), sizeOf(svg).map((side) => side * (scale ?? 2)));
  });
}

for (const scale of [0, -1, 9, NaN, Infinity]) {
  Deno.test(`drawPriceChart() rejects the scale ${scale}`, async () => {
    await rejects(drawPriceChart(chartOf(), { scale }), ChartError);
  });
}

Deno.test("drawPriceChart() rejects rows that cannot be drawn", async () => {
  await rejects(drawPriceChart(chartOf({ rows: [] })), ChartError);
});

Deno.test("drawPriceChart() draws equal bytes for equal input, concurrently and repeatedly", async () => {
  const [first, other, second] = await Promise.all([
    drawPriceChart(chartOf()),
    drawPriceChart(chartOf({ title: "Other" })),
    drawPriceChart(chartOf()),
  ]);
  deepEqual(second, first);
  notDeepEqual(other.svg, first.svg);
  deepEqual(await drawPriceChart(chartOf()), first);
});

Deno.test("drawPriceChart() draws equal bytes in every time zone and language", async () => {
  const render = new URL("../../src/chart/render.ts", import.meta.url);
  const script = `const { drawPriceChart } = await import(${JSON.stringify(render)});
    console.log((await drawPriceChart(${JSON.stringify(chartOf())})).svg);`;
  const { stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["eval", "--config", new URL("../../deno.json", import.meta.url).pathname, script],
    env: { TZ: "America/St_Johns", LANG: "de_DE.UTF-8", LC_ALL: "de_DE.UTF-8" },
  }).output();
  equal(new TextDecoder().decode(stdout).trimEnd(), (await drawPriceChart(chartOf())).svg);
});

Deno.test("drawPriceChart() draws title, subtitle, source, axis titles and unit", async () => {
  const { svg } = await drawPriceChart(chartOf());
  for (
    const text of [
      "Apple Inc (AAPL)",
      "Month ends, 2016-01-04 to 2016-06-02",
      "Source: made for this test",
      "Close, USD",
      "Below peak, %",
      "Date",
      "$130.00",
      "−25.0% on 2016-05-03",
      "Feb 2016",
    ]
  ) ok(svg.includes(`>${text}</text>`), text);
});

Deno.test("drawPriceChart() draws text into the PNG: different titles give different pictures", async () => {
  const [one, two] = await Promise.all(
    ["Apple", "Alphabet"].map((title) => drawPriceChart(chartOf({ title }))),
  );
  equal(one?.png.length === two?.png.length, false);
});

Deno.test("drawPriceChart() keeps line and text thick enough to print", async () => {
  const { svg } = await drawPriceChart(chartOf());
  const sizes = [...svg.matchAll(/font-size="([\d.]+)px"/g)].map(([, size]) => Number(size));
  const [width = 0] = sizeOf(svg);
  ok(sizes.length > 10 && Math.min(...sizes) * 720 / width >= 10, `${sizes} at ${width}`);
  const lines = [...svg.matchAll(/stroke="#(?:1f4e8c|b3372f)" stroke-width="([\d.]+)"/g)];
  equal(lines.length, 2);
  for (const [, lineWidth] of lines) ok(Number(lineWidth) >= 1.5);
});

const HOSTILE = [
  "<script>alert(1)</script>",
  '"><image href="file:///etc/passwd"/>',
  "</text></svg><a href='javascript:alert(1)'>x</a>",
  "]]><!ENTITY x SYSTEM 'file:///etc/passwd'>&x; &amp; &#0;",
  "a\u0000b\u001b[31mc\u202ed\ud800e\uffff",
  "very long name ".repeat(200),
];
for (const text of HOSTILE) {
  Deno.test(`drawPriceChart() shows as plain text:  ${JSON.stringify(text.slice(0, 50))}`, async () => {
    const words = { title: text, subtitle: text, source: text, currency: text, closeLabel: text };
    const { svg, png } = await drawPriceChart(chartOf(words)); // resvg reads it as strict XML
    equal(svg.match(/<(?!\/?(?:svg|g|path|rect|line|text)\b)[^>]{0,40}/), null);
    const names = [...svg.matchAll(/<[^>]+>/g)].flatMap(([tag]) =>
      [...tag.replaceAll(/"[^"]*"/g, "").matchAll(/([\w:-]+)=/g)].map(([, name = ""]) => name)
    );
    deepEqual(names.filter((name) => /^(?:xlink:)?href$|^src$|^style$|^on/.test(name)), []);
    equal(svg.match(/="[^"]*url\(/), null);
    // deno-lint-ignore no-control-regex -- these characters must not occur
    equal(svg.match(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\uffff]/), null);
    equal(svg.isWellFormed(), true);
    const [width = 0] = pngSizeOf(png);
    ok(width < 2000, "long text is truncated and does not widen the picture");
  });
}

Deno.test("drawPriceChart() makes room for the label beside the line", async () => {
  const widthOf = async (currency: string) => sizeOf((await drawPriceChart(chartOf({ currency }))).svg)[0] ?? 0;
  // DejaVu Sans Bold: W is 1.1035 wide, i 0.3428; both in 11 units.
  const difference = 10 * 11 * (1.1035 - 0.3428);
  const found = await widthOf("W".repeat(10)) - await widthOf("i".repeat(10));
  ok(Math.abs(found - difference) <= 2, `${found} against ${difference}`);
});

Deno.test("drawPriceChart() draws 20,000 rows", async () => {
  const closes = Array.from({ length: 20_000 }, (_, day) => 100 + 10 * Math.sin(day / 500));
  const { svg } = await drawPriceChart(chartOf({ rows: rowsOf(closes, "1970-01-01") }), { scale: 1 });
  match(svg, /^<svg/);
});

const DATA = { values: [{ a: 1, b: 2 }] };
const xy = { x: { field: "a", type: "quantitative" }, y: { field: "b", type: "quantitative" } };
const REACHING = [
  { by: "data from a path", spec: { data: { url: "SECRET" }, mark: "point", encoding: xy } },
  { by: "data from a file URL", spec: { data: { url: "file://SECRET" }, mark: "point", encoding: xy } },
  { by: "data from an address", spec: { data: { url: "http://127.0.0.1:PORT/" }, mark: "point", encoding: xy } },
  {
    by: "a lookup in other data",
    spec: {
      data: DATA,
      transform: [{ lookup: "a", from: { data: { url: "SECRET" }, key: "a", fields: ["b"] } }],
      mark: "point",
      encoding: xy,
    },
  },
  { by: "an image", spec: { data: DATA, mark: { type: "image", url: "SECRET" }, encoding: xy } },
  {
    by: "an image inside the specification",
    spec: { data: DATA, mark: { type: "image", url: "data:image/svg+xml,<svg/>" }, encoding: xy },
  },
  { by: "a link", spec: { data: DATA, mark: { type: "point", href: "javascript:alert(1)" }, encoding: xy } },
];
for (const { by, spec } of REACHING) {
  Deno.test(`drawSpec() refuses to reach out by ${by}`, async () => {
    const folder = await Deno.makeTempDir();
    const secret = `${folder}/secret.json`;
    await Deno.writeTextFile(secret, '[{"a": 1, "b": 424242}]');
    let requests = 0;
    const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, () => {
      requests += 1;
      return new Response("[]");
    });
    const text = JSON.stringify(spec).replace("SECRET", secret).replace("PORT", `${server.addr.port}`);
    await rejects(drawSpec(JSON.parse(text)), (error) => {
      ok(error instanceof ChartError, `${error}`);
      match(error.message, /refers to "/);
      return true;
    });
    await server.shutdown();
    equal(requests, 0);
    await Deno.remove(folder, { recursive: true });
  });
}

const BROKEN = [
  { when: "it is not a chart", spec: {} },
  { when: "a mark is unknown", spec: { data: DATA, mark: "spiral", encoding: xy } },
  { when: "a transform is unknown", spec: { data: DATA, transform: [{ twist: 1 }], mark: "point", encoding: xy } },
  {
    when: "an expression does not parse",
    spec: { data: DATA, transform: [{ filter: "datum.a ==" }], mark: "point", encoding: xy },
  },
];
for (const { when, spec } of BROKEN) {
  Deno.test(`drawSpec() throws when ${when}, and draws no partial chart`, async () => {
    await rejects(drawSpec(spec), ChartError);
  });
}

Deno.test("drawPriceChart() loads Vega and resvg with the first chart, not with the module", async () => {
  const { stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["info", "--json", new URL("../../src/chart/render.ts", import.meta.url).pathname],
  }).output();
  const { modules } = JSON.parse(new TextDecoder().decode(stdout));
  const outside = modules.flatMap(({ dependencies = [] }) => dependencies)
    .filter(({ specifier }: { specifier: string }) => !/^(?:\.|node:)/.test(specifier));
  deepEqual(outside.map(({ specifier }: { specifier: string }) => specifier).sort(), [
    "@resvg/resvg-wasm",
    "vega",
    "vega-lite",
  ]);
  ok(outside.every(({ isDynamic }: { isDynamic?: boolean }) => isDynamic === true));
});
