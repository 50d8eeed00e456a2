/** What every kind of chart has in common: its forms, its bytes, its safety. */
import { deepEqual, equal, match, notDeepEqual, ok, rejects } from "../assert.ts";
import { type Chart, ChartError } from "conviction/chart";
import { show } from "conviction/notebook";
import { ResearchError } from "conviction";
import { drawSpecAsSvg } from "../../src/chart/render.ts";
import { HOSTILE_TEXTS } from "../fixtures/hostile_texts.ts";
import { sweep } from "../sweeps.ts";
import { KINDS, pixelsOf } from "./charts_fixture.ts";

/** Texts that run as markup, and one with characters that XML cannot hold. */
const HOSTILE = [...HOSTILE_TEXTS.map(({ text }) => text), "a\u0000b\u001b[31mc\u202ed\ud800e\uffff"];
const TAGS = ["svg", "g", "path", "rect", "line", "text", "tspan", "defs", "clipPath"];
const drawn = async (chart: Chart) => ({ svg: await chart.svg(), png: await chart.png() });

/** Of these the day has a share; every kind is drawn each day by the tests at the end. */
for (const { kind, make } of sweep("chart/kinds", KINDS, 4_000)) {
  Deno.test(`${kind} has equal bytes each time, concurrently too`, async () => {
    const [first, other, second] = await Promise.all([make("one"), make("two"), make("one")].map(drawn));
    deepEqual(second, first);
    notDeepEqual(other?.svg, first?.svg);
    deepEqual(await drawn(make("one")), first);
  });

  Deno.test(`${kind} cuts nothing off at the edges of its picture, with short texts and long ones`, async () => {
    for (const text of ["AAA", "W".repeat(300), "a long name ".repeat(30)]) {
      const { width, height, rows } = pixelsOf(await make(text).png({ scale: 1 }));
      ok(width > 100 && width < 1_000, `${width} wide`);
      const edge = [...rows.slice(0, 4), ...rows.slice(-4)].flatMap((row) => [...row]);
      const sides = rows.flatMap((row) => [...row.subarray(0, 16), ...row.subarray(-16)]);
      deepEqual(new Set([...edge, ...sides]), new Set([255]), `${text.slice(0, 9)}, ${width} x ${height}`);
      ok(rows.some((row) => row.some((value) => value < 128)), "something is drawn");
    }
  });

  Deno.test(`${kind} is JSON that names no file and no address, and offers no editor on the web`, () => {
    const { spec } = make("AAA");
    deepEqual(JSON.parse(JSON.stringify(spec)), spec);
    equal(JSON.stringify(spec).match(/"url"|"href"|"src"|"loader"|"config":"/)?.[0], undefined);
    deepEqual(spec["usermeta"], {
      embedOptions: { actions: { export: true, source: false, compiled: false, editor: false } },
    });
  });

  Deno.test(`${kind} has the texts of its picture also in what JupyterLab draws`, async () => {
    const chart = make("AAA");
    const [live, still] = await Promise.all([drawSpecAsSvg(chart.spec), chart.svg()]); // a warning would be an error
    const textsOf = (svg: string) =>
      [...svg.matchAll(/>([^<>]+)<\/t(?:ext|span)>/g)].map(([, text]) => text).toSorted();
    deepEqual(textsOf(live), textsOf(still));
    ok(textsOf(still).length > 5);
  });

  Deno.test(`${kind} shows hostile texts as text`, async () => {
    for (const text of sweep("chart/hostile_texts", HOSTILE)) {
      const chart = make(text);
      const svg = await chart.svg();
      ok((await chart.png({ scale: 0.2 })).length > 100); // resvg reads it as strict XML
      const tags = [...svg.matchAll(/<\/?([^\s>\/]*)/g)].map(([, tag = ""]) => tag);
      deepEqual(tags.filter((tag) => !TAGS.includes(tag)), []);
      const names = [...svg.matchAll(/<[^>]+>/g)].flatMap(([tag]) =>
        [...tag.replaceAll(/"[^"]*"/g, "").matchAll(/([\w:-]+)=/g)].map(([, name = ""]) => name)
      );
      deepEqual(names.filter((name) => /^(?:xlink:)?href$|^src$|^style$|^on/.test(name)), []);
      equal(svg.match(/="[^"]*url\((?!#clip_[0-9a-f]{8}_\d+\)")/)?.[0], undefined);
      // deno-lint-ignore no-control-regex -- these characters must not occur
      equal(svg.match(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\uffff]/)?.[0], undefined);
    }
  });

  Deno.test(`${kind} is the value of a cell as Vega-Lite 5, PNG and text`, async () => {
    const chart = make("AAA");
    const display = Reflect.get(chart, Symbol.for("Jupyter.display"));
    const bundle = await display.call(chart);
    deepEqual(Object.keys(bundle), ["text/plain", "image/png", "application/vnd.vegalite.v5+json"]);
    deepEqual(bundle["application/vnd.vegalite.v5+json"], chart.spec);
    deepEqual(Uint8Array.fromBase64(bundle["image/png"]), await chart.png());
    deepEqual(Object.keys(chart), ["spec", "svg", "png"]);
  });

  Deno.test(`show() prints ${kind} as one line of text where there is no cell`, async () => {
    const printed: unknown[] = [];
    const put = (bundle: Readonly<Record<string, unknown>>) => Promise.resolve(void printed.push(bundle["text/plain"]));
    const display = { isLive: false, nowMs: () => 0, put, flush: () => Promise.resolve() };
    await show(make("AAA\u001b[31m"), { display });
    equal(printed.length, 1);
    match(String(printed[0]), /^[^\p{Cc}]+$/u);
  });

  for (const scale of [0, -1, 9, NaN, "2"]) {
    Deno.test(`${kind} refuses the scale ${JSON.stringify(scale)} of a PNG`, async () => {
      await rejects(
        make("AAA").png({ scale: scale as number }),
        /Cannot draw the chart: scale must be a number from 0.1/,
      );
    });
  }
}

Deno.test("different charts in one document share no id, and each refers to its own", async () => {
  const svgs = await Promise.all(KINDS.flatMap(({ make }) => [make("one"), make("two")]).map((chart) => chart.svg()));
  const idsOf = (svg: string) => new Set([...svg.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id));
  const all = svgs.flatMap((svg) => [...idsOf(svg)]);
  ok(all.length >= 20, "lines are clipped");
  equal(new Set(all).size, all.length);
  for (const svg of svgs) {
    const meant = new Set([...svg.matchAll(/url\(#([^)]*)\)/g)].map(([, id]) => id));
    deepEqual(meant, idsOf(svg));
  }
});

Deno.test("all charts have equal bytes in every time zone and language", async () => {
  const fixture = new URL("charts_fixture.ts", import.meta.url);
  const script = `const { KINDS } = await import(${JSON.stringify(fixture)});
    for (const { make } of KINDS) console.log(JSON.stringify([await make("AAA").svg(), make("AAA").spec]));`;
  const { stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["eval", "--config", new URL("../../deno.json", import.meta.url).pathname, script],
    env: { TZ: "America/St_Johns", LANG: "de_DE.UTF-8", LC_ALL: "de_DE.UTF-8" },
  }).output();
  const here = [];
  for (const { make } of KINDS) here.push([await make("AAA").svg(), make("AAA").spec]);
  deepEqual(new TextDecoder().decode(stdout).trimEnd().split("\n").map((line) => JSON.parse(line)), here);
});

Deno.test("a ChartError is a ResearchError, so that one catch gets both", () => {
  ok(new ChartError("x") instanceof ResearchError);
});
