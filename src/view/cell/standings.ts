import type { Verification } from "../../protocol/verification.ts";
import type { FunctionCall } from "../../stream/snapshot.ts";
import { excerpt } from "../../text/control.ts";
import { jsonOr } from "../../protocol/parse_json.ts";

/** Where one figure of a thesis is among others, as its service worked it out. */
export interface Standing {
  /** What the figure is about, like `AAPL`. */
  readonly subject: string;
  /** The figure as texts show it, like `1.38`. */
  readonly shown: string;
  /** 0 is the lowest, 1 the highest. */
  readonly place: number;
}

/** What our service writes before the chance of a drawdown. */
const CHANCE_WORDS = ["within three months is", "within three months (63 trading days) is"];

/** Ranks among other names, from the verified figures: `MSFT.rank.beta` of `MSFT.peers.beta`. */
export function rankStandings({ claims = [] }: Verification): Standing[] {
  const byId = new Map(claims.map((claim) => [claim.id, claim])); // a foreign service may send thousands
  return claims.flatMap(({ id, metric, value: rank }) => {
    const [subject, name] = metric === "rank" ? id.split(".rank.") : [];
    const peers = byId.get(`${subject}.peers.${name}`)?.value;
    const shown = byId.get(`${subject}.${name}`)?.shown;
    if (subject === undefined || shown === undefined || typeof peers !== "number" || typeof rank !== "number") {
      return [];
    }
    return rank >= 1 && rank <= peers ? [{ subject, shown, place: 1 - (rank - 0.5) / peers }] : [];
  });
}

/** Percentiles that the tools of our service give, also among a name's own months. */
export function toolStandings(calls: readonly FunctionCall[]): Standing[] {
  return calls.flatMap((call) => {
    const subject = text(field(jsonOf(call.arguments), "ticker"));
    const measures = field(jsonOf(call.output), "measures");
    if (subject === undefined || !Array.isArray(measures)) return [];
    return measures.flatMap((measure: unknown) => {
      const shown = text(field(measure, "shown"));
      const place = field(measure, "percentile");
      return shown !== undefined && typeof place === "number" && place >= 0 && place <= 1
        ? [{ subject, shown, place }]
        : [];
    });
  });
}

/** The place of the one figure that a sentence is about; with two it is not known which. */
export function placeIn(sentence: string, standings: readonly Standing[]): number | undefined {
  const places = standings
    .filter(({ subject, shown }) =>
      names(sentence, subject) && [` at ${shown}`, ` of ${shown} last`].some((words) => sentence.includes(words))
    )
    .map(({ place }) => place);
  const [place, ...others] = new Set(places);
  return others.length === 0 ? place : undefined;
}

/** The chance of a drawdown that a sentence states, where it is a verified figure. */
export function chanceIn(sentence: string, { claims = [] }: Verification): number | undefined {
  const stated = claims.filter(({ id, metric, shown = "" }) =>
    metric === "drawdown_probability" && names(sentence, subjectOf(id)) &&
    CHANCE_WORDS.some((words) => sentence.includes(`${words} ${shown}`))
  );
  const [{ value } = {}, ...others] = stated;
  return typeof value === "number" && others.length === 0 && value >= 0 && value <= 1 ? value : undefined;
}

/** One part of a score. */
export interface ScorePart {
  /** Like `trend`; with the name of a company where there are several. */
  readonly name: string;
  /** -1 to 1. */
  readonly score: number;
}

const MAX_PARTS = 12;
const MAX_PART_NAME = 40;

/** The verified scores that a thesis's score is made of. */
export function scoreParts({ claims = [] }: Verification): ScorePart[] {
  const parts = claims.flatMap(({ id, metric, value }) => {
    if (!metric.startsWith("score_") || typeof value !== "number" || !(Math.abs(value) <= 1)) return [];
    return [{ subject: subjectOf(id), part: metric.slice("score_".length), score: value }];
  });
  const isOne = new Set(parts.map(({ subject }) => subject)).size === 1;
  return parts.slice(0, MAX_PARTS).map(({ subject, part, score }) => ({
    name: excerpt(isOne ? part : `${subject} ${part}`, MAX_PART_NAME),
    score,
  }));
}

/** What a claim is about: `AAPL` of `AAPL.beta`, `BRK.B` of `BRK.B.beta`. */
function subjectOf(id: string): string {
  return id.slice(0, id.lastIndexOf("."));
}

/** Whether a sentence names something as a word of its own: `all` is not in "fall". */
function names(sentence: string, subject: string): boolean {
  const words = sentence.match(/[\p{L}\p{N}^][\p{L}\p{N}.^-]*/gu) ?? [];
  return words.some((word) => word === subject || word.replace(/[.-]+$/, "") === subject);
}

/** Arguments and outputs are JSON texts, or objects; or another service's words. */
function jsonOf(value: unknown): unknown {
  return typeof value === "string" ? jsonOr(value, undefined) : value;
}

function field(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined;
}

function text(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
