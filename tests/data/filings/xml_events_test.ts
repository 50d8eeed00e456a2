import { deepEqual, equal, match, ok } from "../../assert.ts";
import { loadXml, MAX_DEPTH, type XmlProblem } from "../../../src/data/filings/xml_events.ts";

const open = await loadXml();

/** What is told of a text that comes in pieces of so many characters, one line for each event. */
function told(text: string, piece = text.length): { readonly events: string[]; readonly problem?: XmlProblem } {
  const events: string[] = [];
  let pending = "";
  const flush = () => {
    if (pending !== "") events.push(`"${pending}"`);
    pending = "";
  };
  const reader = open({
    open: ({ namespace, local, attributes, resolve }) => {
      flush();
      const pairs = Object.entries(attributes).map(([name, value]) => `${name}=${value}`);
      const meant = attributes["names"] === undefined ? [] : [JSON.stringify(resolve(attributes["names"]))];
      events.push([`<{${namespace}}${local}`, ...pairs, ...meant].join(" "));
    },
    text: (text) => void (pending += text),
    close: ({ local }) => {
      flush();
      events.push(`/${local}`);
    },
  });
  for (let at = 0; at < text.length; at += piece) if (!reader.write(text.slice(at, at + piece))) break;
  const problem = reader.end();
  return { events, ...(problem !== undefined && { problem }) };
}

const READ = [
  {
    what: "elements, attributes and text",
    xml: `<a x="1" y='2'>b<c/>d</a>`,
    events: ["<{}a x=1 y=2", '"b"', "<{}c", "/c", '"d"', "/a"],
  },
  {
    what: "a name by the namespace that its prefix stands for at that place",
    xml: `<a xmlns="u" xmlns:p="v"><p:b names="p:c"/><b xmlns:p="w" names="p:c"/><b names="p:c"/><b names="q:c"/></a>`,
    events: [
      "<{u}a xmlns=u xmlns:p=v",
      ...[`<{v}b names=p:c {"namespace":"v","local":"c"}`, "/b"],
      ...[`<{u}b xmlns:p=w names=p:c {"namespace":"w","local":"c"}`, "/b"],
      ...[`<{u}b names=p:c {"namespace":"v","local":"c"}`, "/b", "<{u}b names=q:c ", "/b", "/a"],
    ],
  },
  {
    what: "characters that are written as entities, HTML's too",
    xml: "<a>&lt;&#49;&#x32;&nbsp;&mdash;</a>",
    events: ["<{}a", '"<12\u00a0\u2014"', "/a"],
  },
  { what: "a section of characters", xml: "<a>x<![CDATA[<b>&amp;]]>y</a>", events: ["<{}a", '"x<b>&amp;y"', "/a"] },
  {
    what: "past comments, instructions, a document type and a byte order mark",
    xml: `\ufeff<?xml version="1.0"?><!DOCTYPE a SYSTEM "file:///etc/hostname"><!-- <b> --><a>1<!-- 2 --></a>`,
    events: ["<{}a", '"1"', "/a"],
  },
  {
    what: "a script element as an element like any other",
    xml: "<a><script>run()</script></a>",
    events: ["<{}a", "<{}script", '"run()"', "/script", "/a"],
  },
] as const;

for (const { what, xml, events } of READ) {
  Deno.test(`loadXml() reads ${what}, however the text is cut`, () => {
    for (let piece = 1; piece <= xml.length; piece++) deepEqual(told(xml, piece), { events: [...events] });
  });
}

const BROKEN = [
  { what: "an end in the middle", xml: "<a>\n<b>1</b>\n", line: 3, column: 1, says: /Unclosed root tag/ },
  {
    what: "tags that close in the wrong order",
    xml: "<a>\n <b></a></b>",
    line: 2,
    column: 8,
    says: /Unexpected close/,
  },
  { what: "an attribute without quotes", xml: "<a b=1></a>", line: 1, column: 6, says: /Unquoted attribute/ },
  { what: "a prefix that nothing declares", xml: "<p:a/>", line: 1, column: 6, says: /Undeclared prefix of p:a/ },
  { what: "an ampersand alone", xml: "<a>a & b</a>", line: 1, column: 7, says: /Invalid character in entity/ },
  { what: "text that is no XML", xml: "ticker,date\nAAPL,2024-01-02\n", line: 1, column: 1, says: /Non-whitespace/ },
  { what: "nothing", xml: " \n", line: 1, column: 1, says: /No element/ },
  {
    what: "an attribute named like a method of objects",
    xml: `<a hasOwnProperty="1" b="2"/>`,
    ...{ line: 1, column: 27, says: /Invalid attribute name/ },
  },
  {
    what: "an entity that the document type declares",
    xml: `<!DOCTYPE a [<!ENTITY b "1"><!ENTITY c "&b;&b;">]>\n<a>&c;</a>`,
    ...{ line: 2, column: 6, says: /Invalid character entity/ },
  },
] as const;

for (const { what, xml, line, column, says } of BROKEN) {
  Deno.test(`loadXml() says where there is ${what}`, () => {
    for (let piece = 1; piece <= xml.length; piece++) {
      const { problem } = told(xml, piece);
      ok(problem !== undefined);
      deepEqual([problem.line, problem.column], [line, column]);
      match(problem.message, says);
    }
  });
}

Deno.test("loadXml() stops at elements too deep inside each other, at the first of them", () => {
  const { events, problem } = told("<a>".repeat(1_000_000), 32_768);
  equal(events.length, MAX_DEPTH);
  deepEqual(problem, { line: 1, column: 3 * MAX_DEPTH + 3, message: "More than 1000 elements inside each other" });
});

Deno.test("loadXml() tells nothing after a problem", () => {
  deepEqual(told("<a><b></a><c/>").events, ["<{}a", "<{}b"]);
});

Deno.test("loadXml() reads many elements with prefixes of their own among many prefixes", () => {
  const root = Array.from({ length: 1000 }, (_, at) => `xmlns:p${at}="u${at}"`).join(" ");
  const { events, problem } = told(`<a ${root}>${`<b xmlns:q="v"/>`.repeat(100_000)}</a>`, 32_768);
  equal(problem, undefined);
  equal(events.length, 200_002);
});
