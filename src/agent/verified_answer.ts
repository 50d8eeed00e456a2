import { eventsIn } from "./event_figures.ts";
import { falsifiersIn } from "./falsifiers.ts";
import { longDay } from "../calendar/day.ts";
import { type Claim, claimsIn, type Draft, type Statement, statementsIn } from "../data/claim.ts";
import { LEFT_OUT, leftOutMetric } from "../data/metrics/portfolio.ts";
import type { AskedPart } from "../data/metrics/meets.ts";
import { LEFT_OUT_FOR } from "../data/phrases/portfolio.ts";
import { joinTexts } from "../data/phrases/phrase.ts";
import { shellWord } from "../text/typed_command.ts";
import type { FiledFact } from "../data/records.ts";
import type { Vocabulary } from "../data/vocabulary.ts";
import type { AnswerBlock } from "../protocol/answer_block.ts";
import type { CompanyEvent } from "../protocol/company_event.ts";
import type { Falsifier } from "../protocol/falsifier.ts";
import type { ReasoningMetadata } from "../protocol/reasoning.ts";
import type { Portfolio, PortfolioPosition } from "../protocol/portfolio.ts";
import type { Verification } from "../protocol/verification.ts";
import { type Arranging, blocksOf } from "./answer_blocks.ts";
import type { AnswerKind } from "./answer_shapes.ts";
import type { VerifiedDraft } from "./ports.ts";

/** What is left of a draft after verification, in a third of its memory: its claims are in the report. */
export interface VerifiedAnswer {
  readonly verification: Verification;
  /** The kind of question that it answers. */
  readonly kind: AnswerKind;
  /** The sentences that passed, as blocks; those that a question asks for its own reasons are added to them. */
  readonly blocks: readonly AnswerBlock[];
  readonly drivers: readonly string[];
  readonly risks: readonly string[];
  /** What moves the score most in its direction, as the sentence says that does so. */
  readonly reason?: Omit<NonNullable<ReasoningMetadata["reason"]>, "pull">;
  /** The chances that these sentences state. */
  readonly chances: readonly Chance[];
  /** What would speak against the thesis, by the sentences that say so. */
  readonly falsifiers: readonly Falsifier[];
  /** The portfolio of a question with weights, as far as it passed. */
  readonly portfolio?: Portfolio;
  /** What goes on from sentences that say what is missing. */
  readonly next: readonly string[];
  /** The parts of the question that no sentence meets that passed. */
  readonly unmet: readonly AskedPart[];
  /** Why sentences are missing whose figures other figures of the same report refute; at most one sentence. */
  readonly refuted: readonly string[];
  /** What happened to its companies, as far as it passed. */
  readonly events: readonly CompanyEvent[];
}

/** A chance that an answer states. */
export interface Chance {
  readonly metric: ChanceMetric;
  readonly value: number | string;
}

/** Chances that are numbers of the result only where a sentence that passed states them. */
export type ChanceMetric = "probability" | "drawdown_probability";

/** Keeps of a verified draft what an answer is made from. */
export function verifiedAnswerOf(
  { verification, kept, refuted = [] }: VerifiedDraft,
  { vocabulary, ...arranging }: Arranging & { readonly vocabulary: Vocabulary },
): VerifiedAnswer {
  const { reasoning, drivers, risks } = kept;
  const portfolio = portfolioOf(kept);
  const textOf = ({ text }: { readonly text: string }) => text;
  const claims = statementsIn(kept).flatMap((statement) => statement.claims);
  const isMet = ({ row }: AskedPart) => reasoning.some(({ meets = [] }) => meets.includes(row));
  const { asked = [] } = kept;
  return {
    verification,
    kind: arranging.kind,
    blocks: blocksOf(kept, arranging),
    drivers: drivers.map(textOf),
    risks: risks.map(textOf),
    ...reasonIn(kept),
    chances: claims.flatMap(({ metric, value }) => isChance(metric) ? [{ metric, value }] : []),
    falsifiers: falsifiersIn(kept, vocabulary),
    ...(portfolio && { portfolio }),
    next: nextSteps(reasoning, arranging),
    // words that stand for several items are met by any of them
    unmet: asked.filter((part) => !asked.some((one) => one.text === part.text && isMet(one))),
    refuted: refutedSentence(refuted),
    events: eventsIn(kept, vocabulary),
  };
}

function reasonIn({ folded = [] }: Draft): Pick<VerifiedAnswer, "reason"> {
  const said = folded.find(({ saying }) => saying.phrase.startsWith("company.reason_"));
  const [, metric] = said?.saying.parts["reason"]?.[0]?.phrase.split(".") ?? [];
  if (said === undefined || metric === undefined) return {};
  const text = said.text.slice(`${said.claims[0]?.shown}: `.length, -1).replace(/^an? /, "");
  return { reason: { metric, text: text.replace(/^./, (first) => first.toUpperCase()) } };
}

/** What a sentence that begins so says is missing, as its reader would ask for it. */
const MISSING: readonly (readonly [phrase: RegExp, what: string])[] = [
  [/^(?:answer\.lacks\.|company\.no_)prices/, "prices"],
  [/^answer\.lacks\.old/, "newer prices"],
  [/^answer\.lacks\.monthly/, "daily prices"],
  [/^(?:answer|fact)\.lacks\.filings|^events\.unannounced/, "filings"],
  [/^answer\.lacks\.stale/, "newer filings"],
  [/^answer\.lacks\.trades/, "insiders' trades"],
  [/^answer\.lacks\.(?:texts|kind)|^texts\.absent/, "documents"],
  [/^answer\.lacks\.dated/, "newer documents"],
  [/^span(?:_behind)?\.cause/, "documents from that time"],
];

/** What may be asked instead of a company of which other records are held. */
const INSTEAD_OF: readonly (readonly [phrase: RegExp, held: "facts" | "prices", next: (ticker: string) => string])[] = [
  [/^answer\.lacks\.(?:prices|stale)/, "facts", (ticker) => `Ask "Analyse ${ticker}" for what its reports state.`],
  [
    /^answer\.lacks\.(?:texts|kind|dated)|^texts\.absent/,
    "prices",
    (ticker) => `For its shares, ask "Analyse ${ticker}".`,
  ],
  [/^fact\.lacks\.filings/, "prices", (ticker) => `Ask "How risky is ${ticker}?" instead.`],
  [
    /^answer\.lacks\.(?:filings|item|conflict|stale|financial|adjusted|currency|unit|shares|loss|trades)|^events\.un/,
    "prices",
    (ticker) => `Ask "How did ${ticker} do over the last year?" instead.`,
  ],
];

/** What may be asked instead, and the command that adds what is missing. */
function nextSteps(reasoning: readonly Statement[], { kind, view }: Arranging): readonly string[] {
  const said = reasoning.flatMap(({ saying }) => [saying, ...saying.parts["behind"] ?? []])
    .map((saying) => ({ ...saying, what: MISSING.find(([phrase]) => phrase.test(saying.phrase))?.[1] }));
  const [instead] = said.flatMap(({ phrase, about: [ticker = ""] }) => {
    const [, held, next] = INSTEAD_OF.find(([of]) => of.test(phrase)) ?? [];
    const records = held === "facts" ? view.records(ticker).facts : view.prices(ticker);
    return next === undefined || records.length === 0 ? [] : [next(ticker)];
  });
  const what = kind === "filings" ? "prices" : said.find((one) => one.what)?.what;
  const lacking = kind === "filings" ? said : said.filter((one) => one.what === what);
  const [year] = /^\d{4}(?=-\d\d-\d\d\/)/.exec(lacking[0]?.of ?? "") ?? [];
  const which = year === undefined ? what : what?.replace("that time", `${year} on`);
  const added = which === undefined ? [] : addCommand(which, lacking.flatMap(({ about }) => about));
  return [...instead === undefined ? [] : [instead], ...added];
}

/** The command that adds what is missing to the data of companies. */
export function addCommand(what: string, tickers: readonly string[]): readonly string[] {
  const words = [...new Set(tickers)].map(shellWord).join(" ");
  const key = /prices$/.test(what) ? " (with a Tiingo key)" : "";
  return words === "" ? [] : [`To add ${what}${key}: \`conviction data fetch ${words}\`.`];
}

function isChance(metric: string): metric is ChanceMetric {
  return metric === "probability" || metric === "drawdown_probability";
}

function refutedSentence(facts: readonly FiledFact[]): readonly string[] {
  if (facts.length === 0) return [];
  const named = facts.map((fact) =>
    `${fact.tag.replace(/^.*\//, "")} to ${longDay(fact.end)} (${fact.form} filed on ${longDay(fact.filed)})`
  );
  return [`Left out, as other figures of its report contradict it: ${joinTexts(named, "list")}.`];
}

/** Fields of the result by the metric of the claim that states them. */
const FIELDS = {
  gross_exposure: "gross",
  net_exposure: "net",
  long_exposure: "long",
  short_exposure: "short",
  concentration: "concentration",
  effective_names: "effective_names",
  measured_names: "measured_names",
  missing_weight: "missing_weight",
  portfolio_volatility: "volatility",
  portfolio_chance: "drawdown_probability",
  names_chance: "names_drawdown_probability",
  portfolio_beta: "beta",
  portfolio_drawdown: "worst_fall",
  portfolio_correlation: "correlation",
} as const satisfies Readonly<Record<string, keyof Portfolio>>;

/**
 * The portfolio of a result, from what passed verification: a figure that no claim states is absent.
 * @returns `undefined` where the question gives no weights.
 */
function portfolioOf(kept: Draft): Portfolio | undefined {
  const { weights } = kept;
  if (weights === undefined) return undefined;
  const claims = claimsIn(kept);
  const stated = Object.entries(FIELDS).flatMap(([metric, field]) => {
    const value = claims.find((one) => one.metric === metric)?.value;
    return typeof value === "number" ? [[field, value] as const] : [];
  });
  const measured = claims.find(({ metric }) => metric === "portfolio_volatility");
  return {
    ...(measured && { as_of: measured.as_of, frequency: measured.frequency }),
    ...Object.fromEntries(stated),
    positions: positionsOf(weights, claims),
  };
}

function positionsOf(weights: NonNullable<Draft["weights"]>, claims: readonly Claim[]): readonly PortfolioPosition[] {
  const missing = new Map(LEFT_OUT.flatMap((why) => {
    const names = claims.find(({ metric }) => metric === leftOutMetric(why))?.value;
    return typeof names === "string" ? names.split(" ").map((ticker) => [ticker, LEFT_OUT_FOR[why]] as const) : [];
  }));
  const shares = new Map(
    claims.flatMap(({ metric, entities: [ticker, ...others], value }) =>
      metric === "variance_share" && ticker !== undefined && others.length === 0 && typeof value === "number"
        ? [[ticker, value] as const]
        : []
    ),
  );
  return weights.map(({ ticker, weight }) => {
    const variance_share = shares.get(ticker);
    const why = missing.get(ticker);
    return {
      ticker,
      weight,
      ...(variance_share !== undefined && { variance_share }),
      ...(why !== undefined && { missing: why }),
    };
  });
}
