/** The tables of domains: what is defined is read twice, can be said, and stands in the page of measures. */
import { deepEqual, ok } from "../assert.ts";
import { READERS as ANALYST } from "../../src/agent/domains/readers.ts";
import { ASKED_METRICS } from "../../src/data/metrics/synthesis.ts";
import { DOMAINS } from "../../src/data/domains.ts";
import { VOCABULARY } from "../../src/data/vocabulary.ts";
import { piecesOf } from "../../src/data/phrases/phrase.ts";
import { VALUE_SLOT } from "../../src/data/slot.ts";
import { READERS as VERIFIER } from "../../src/verify/domains/readers.ts";

const { metrics, phrases, byRole } = VOCABULARY;
const measures = DOMAINS.flatMap((domain) => domain.measures.map(({ metric }) => metric));
const slots = Object.values(phrases).flatMap((phrase) =>
  piecesOf(phrase).flatMap((piece) => "slot" in piece && phrase.parts?.[piece.slot] === undefined ? [piece.slot] : [])
);

Deno.test("each measure of a domain has one reader in agent/domains and one in verify/domains, and no other has", () => {
  deepEqual(Object.keys(ANALYST).sort(), measures.toSorted());
  deepEqual(Object.keys(VERIFIER).sort(), measures.toSorted());
});

Deno.test("each measure and score of a domain has a definition in its own domain", () => {
  for (const domain of DOMAINS) {
    const wanted = [
      ...domain.measures.map(({ metric }) => metric),
      ...domain.score === undefined ? [] : [domain.score],
    ];
    deepEqual(Object.keys(domain.metrics).sort(), wanted.sort(), domain.name);
  }
});

Deno.test("each metric is in a phrase, and each slot of a phrase is a metric", () => {
  const told = [...slots, ...Object.values(phrases).flatMap(({ of }) => of ?? [])]; // shown, or what its words are about
  const untold = Object.keys(metrics).filter((metric) => !told.includes(metric));
  deepEqual(untold.filter((metric) => !(metric in ASKED_METRICS)), []); // those are `{value}`
  deepEqual(slots.filter((slot) => slot !== VALUE_SLOT && metrics[slot] === undefined), []);
});

Deno.test("each part of a phrase has phrases that fill it, and each phrase with a role a part", () => {
  const roles = new Set(
    Object.values(phrases).flatMap(({ parts = {} }) => Object.values(parts).map(({ role }) => role)),
  );
  const empty = [...roles].filter((role) => byRole.get(role) === undefined);
  deepEqual(empty.filter((role) => !role.startsWith("lacks_")), []);
  deepEqual([...byRole.keys()].filter((role) => role !== "" && !roles.has(role)), []);
});

Deno.test("each judgement in a phrase is spelled there, and nothing else is", () => {
  for (const [id, phrase] of Object.entries(phrases)) {
    const own = piecesOf(phrase).flatMap((piece) => "slot" in piece ? [piece.slot] : []);
    const words = own.filter((slot) => metrics[slot]?.unit === "word" && phrase.parts?.[slot] === undefined);
    deepEqual(Object.keys(phrase.words ?? {}).sort(), [...new Set(words)].sort(), id);
  }
});

Deno.test("each measure with a sign has a sentence of evidence, and each sentence of a domain may stand where it is said", () => {
  const lists = (id: string) => phrases[id]?.role === undefined ? phrases[id]?.lists ?? ["reasoning"] : [];
  for (const { measures, sentences, risks = [], notes = [] } of DOMAINS) {
    const evidence = measures.flatMap(({ metric, sign }) => sign === undefined ? [] : [`evidence.${metric}`]);
    for (const id of evidence) deepEqual(lists(id), ["drivers", "risks"], id);
    for (const id of sentences) ok(lists(id).includes("reasoning"), id);
    for (const id of [...risks, ...notes]) ok(lists(id).includes("risks"), id);
  }
});
