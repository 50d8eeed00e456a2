import { equal } from "../assert.ts";
import { runsOf } from "../sweeps.ts";
import fc from "fast-check";
import { escapeHtml, Html, html, type HtmlValue } from "../../src/text/html.ts";

const CASES: { when: string; value: HtmlValue; markup: string }[] = [
  {
    when: "text with markup",
    value: `<b title="x" id='y'>&`,
    markup: "&lt;b title=&quot;x&quot; id=&#39;y&#39;&gt;&amp;",
  },
  { when: "text that is already escaped", value: "&amp;", markup: "&amp;amp;" },
  { when: "a number", value: -0.5, markup: "-0.5" },
  { when: "zero", value: 0, markup: "0" },
  { when: "nothing", value: undefined, markup: "" },
  { when: "false", value: false, markup: "" },
  { when: "nested markup", value: html`<b>${"<"}</b>`, markup: "<b>&lt;</b>" },
  { when: "a list of text and markup", value: ["<", html`<hr>`, ["&", 1]], markup: "&lt;<hr>&amp;1" },
  { when: "trusted markup", value: new Html("<svg/>"), markup: "<svg/>" },
  { when: "NUL and half a character", value: "\0\ud800", markup: "\uFFFD\uFFFD" },
];

for (const { when, value, markup } of CASES) {
  Deno.test(`html renders ${when}`, () => equal(String(html`<p>${value}</p>`), `<p>${markup}</p>`));
}

Deno.test("html does not trust an object that looks like markup", () => {
  const forged = { toString: () => "<script>" } as unknown as string;
  equal(String(html`${forged}`), "&lt;script&gt;");
});

Deno.test("escapeHtml() leaves nothing that starts an element, an entity or ends an attribute", () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom("<", ">", "&", '"', "'", "a", ";", "\0") }), (text) => {
      const rest = escapeHtml(text).replace(/&(?:amp|lt|gt|quot|#39);/g, "");
      equal(/[<>&"'\0]/.test(rest), false);
    }),
    runsOf("text/html", 10_000),
  );
});
