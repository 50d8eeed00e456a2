import { equal, match, ok } from "../assert.ts";
import { anyText } from "../fixtures/any_text.ts";
import { runsOf } from "../sweeps.ts";
import { resolve } from "node:path";
import fc from "fast-check";
import { safeName } from "../../src/text/safe_name.ts";

const CASES: { name: string | undefined; safe: string }[] = [
  { name: "chart.png", safe: "chart.png" },
  { name: "Chart.PNG", safe: "Chart.png" },
  { name: "../../etc/passwd", safe: "passwd.bin" },
  { name: "..\\..\\evil.csv", safe: "evil.csv" },
  { name: "/abs/report.pdf", safe: "report.pdf" },
  { name: "..", safe: "file-7.bin" },
  { name: ".", safe: "file-7.bin" },
  { name: "", safe: "file-7.bin" },
  { name: "folder/", safe: "file-7.bin" },
  { name: undefined, safe: "file-7.bin" },
  { name: ".bashrc", safe: "bashrc.bin" },
  { name: ".png", safe: "file-7.png" },
  { name: "-rf.csv", safe: "rf.csv" },
  { name: "CON.csv", safe: "CON_.csv" },
  { name: "nul", safe: "nul_.bin" },
  { name: "lpt1.x.csv", safe: "lpt1_.x.csv" },
  { name: "com¹.txt", safe: "com1_.txt" },
  { name: "con_.txt", safe: "con_.txt" },
  { name: "concern.txt", safe: "concern.txt" },
  { name: "virus.exe", safe: "virus.exe.bin" },
  { name: "page.html", safe: "page.html.bin" },
  { name: "a\u202Egnp.exe", safe: "a_gnp.exe.bin" },
  { name: "a\nb:c\0d.csv", safe: "a_b_c_d.csv" },
  { name: "Überblick 2024.png", safe: "Uberblick_2024.png" },
  { name: "U\u0308berblick 2024.png", safe: "Uberblick_2024.png" },
  { name: "株価.png", safe: "file-7.png" },
  { name: "\ud800.csv", safe: "file-7.csv" },
  { name: "chart.png. ", safe: "chart.png.bin" },
  { name: "a....b.csv", safe: "a.b.csv" },
  { name: `${"x".repeat(300)}.png`, safe: `${"x".repeat(80)}.png` },
];

for (const { name, safe } of CASES) {
  Deno.test(`safeName() makes ${safe.slice(0, 30)} of ${JSON.stringify(name)?.slice(0, 30)}`, () => {
    equal(safeName(name, { fallback: "file-7" }), safe);
  });
}

Deno.test("safeName() makes the fallback safe too, and has a default for an unusable one", () => {
  equal(safeName(undefined, { fallback: "../x.png" }), "x.png");
  equal(safeName(undefined, { fallback: ".." }), "file.bin");
});

const PATTERN = /^[A-Za-z0-9](?:[A-Za-z0-9._-]{0,79})\.[a-z0-9]{1,8}$/;
const DEVICE = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])\./i;
const hostile = fc.oneof(
  anyText({ maxLength: 120 }),
  fc.string({
    unit: fc.constantFrom(
      ".",
      "-",
      "_",
      "/",
      "\\",
      "con",
      "NUL",
      "com1",
      "png",
      "a",
      "\0",
      "%2e",
      ":",
      "\u202E",
      "ü",
      "\ud800",
    ),
    maxLength: 60,
  }),
);

Deno.test("safeName() always matches its pattern, is no device name and stays in the folder", () => {
  fc.assert(
    fc.property(hostile, hostile, (name, fallback) => {
      const safe = safeName(name, { fallback });
      match(safe, PATTERN);
      ok(!DEVICE.test(safe) && !safe.includes(".."));
      equal(resolve("/folder", safe), `/folder/${safe}`);
    }),
    runsOf("text/safe_name", 20_000),
  );
});
