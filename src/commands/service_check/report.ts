import { excerpt } from "../../text/control.ts";
import { counted } from "../../text/counted.ts";
import { columns } from "../../view/lines.ts";
import type { Outcome } from "./exchange.ts";
import type { Planned, RequestName, Sending, Shown } from "./shown.ts";
import { CHECKS, SECTIONS } from "./specification.ts";
import type { Check, Failure, Verdict } from "./verdict.ts";

const MAX_VALUE = 160;
const MAX_PLACE = 200;
/** Of what a passed check saw, beside it. */
const MAX_SEEN = 50;
/** Characters of two texts before the place where they begin to differ, and after it. */
const AROUND = 40;

/** The verdict on a line, cut and without the key. */
export interface ReportedCheck extends Omit<Check, "judge">, Partial<Omit<Failure, "isText">> {
  readonly section: string;
  readonly verdict: Verdict["verdict"];
  /** What a passed check saw. */
  readonly seen?: string;
  /** How often more it failed. */
  readonly more?: number;
  /** Who left it open, and why, or what this service does there. */
  readonly by?: "service" | "specification";
  readonly why?: string;
}

/** A request as it is reported; its bytes are evidence of their own. */
export interface ReportedRequest extends Pick<Sending, "method" | "path"> {
  readonly name: RequestName;
  readonly status: number | undefined;
  readonly ms: number;
  readonly bytes: number;
  readonly outcome: Outcome;
  readonly problem?: string;
}

/** How many lines came out how. */
export interface Totals {
  readonly pass: number;
  readonly fail: number;
  readonly notShownByService: number;
  readonly notShownBySpecification: number;
}

/**
 * Judges every line.
 * @param redact Cuts the key out of what a service repeats: each text as a whole, before it is shortened.
 */
export function reportChecks(shown: Shown, redact: (text: string) => string): ReportedCheck[] {
  return CHECKS.map(({ id, section, says, judge }) => ({ id, section, says, ...reported(judge(shown), redact) }));
}

/** The request as it is reported. */
export function reportRequest(
  name: RequestName,
  { sending: { method, path }, reply, endMs = 0, bytes, outcome, problem }: Planned,
  redact: (text: string) => string,
): ReportedRequest {
  return {
    name,
    method,
    path: excerpt(redact(path), MAX_PLACE),
    status: reply?.status,
    ms: Math.round(endMs),
    bytes: bytes.length,
    outcome,
    ...(problem === undefined ? {} : { problem: excerpt(redact(problem), MAX_VALUE) }),
  };
}

/** Counts the verdicts. */
export function totalsOf(checks: readonly ReportedCheck[]): Totals {
  const count = (verdict: ReportedCheck["verdict"], by?: ReportedCheck["by"]) =>
    checks.filter((check) => check.verdict === verdict && check.by === by).length;
  return {
    pass: count("pass"),
    fail: count("fail"),
    notShownByService: count("not shown", "service"),
    notShownBySpecification: count("not shown", "specification"),
  };
}

/** The checks as lines for a person, section by section. */
export function checkLines(checks: readonly ReportedCheck[]): string[] {
  return SECTIONS.flatMap(([number, title]) => {
    const own = checks.filter(({ section }) => section === number);
    const rows = columns(own.map(({ verdict, id, says, seen = "" }) => {
      return [`  ${verdict === "fail" ? "FAIL" : verdict}`, id, says, excerpt(seen, MAX_SEEN)];
    }));
    return ["", `${number} ${title}`, ...own.flatMap((check, at) => [rows[at] ?? "", ...detailLines(check)])];
  });
}

/** Like `79 lines: 56 pass, 0 fail, ...`. */
export function totalLine({ pass, fail, notShownByService, notShownBySpecification }: Totals): string {
  const all = pass + fail + notShownByService + notShownBySpecification;
  return `${counted(all, "line")}: ${pass} pass, ${fail} fail, ${notShownByService} not shown by the service, ` +
    `${notShownBySpecification} not shown by the specification.`;
}

/** One line of a request that was answered or not. */
export function requestLine({ name, method, path, status, ms, bytes, problem }: ReportedRequest, at: number): string {
  const end = status === undefined ? "no reply" : `${status}, ${counted(bytes, "byte")}`;
  return `${at + 1} ${name}: ${method} ${path}: ${end}, ${ms} ms${problem === undefined ? "" : `: ${problem}`}`;
}

function detailLines({ verdict, at, expected, found, more = 0, why }: ReportedCheck): string[] {
  if (verdict === "pass") return [];
  if (verdict === "not shown") return [`             ${why}`];
  return [
    `             ${at}`,
    `             expected: ${expected}`,
    `             found:    ${found}`,
    ...(more > 0 ? [`             and ${more} more`] : []),
  ];
}

function reported(verdict: Verdict, redact: (text: string) => string): Omit<ReportedCheck, "id" | "section" | "says"> {
  const value = (text: string) => excerpt(redact(text), MAX_VALUE);
  switch (verdict.verdict) {
    case "pass":
      return { verdict: "pass", seen: value(verdict.seen) };
    case "not shown":
      return { verdict: "not shown", by: verdict.by, why: value(verdict.why) };
    case "fail": {
      const { at, expected, found, more, isText = false } = verdict;
      const place = excerpt(redact(at), MAX_PLACE);
      const texts = isText
        ? difference(redact(expected), redact(found))
        : { expected: value(expected), found: value(found) };
      return { verdict: "fail", at: place, ...texts, more };
    }
  }
}

/** Two texts around the place where they begin to differ. */
function difference(expected: string, found: string): { readonly expected: string; readonly found: string } {
  let at = 0;
  while (at < expected.length && expected[at] === found[at]) at++;
  const around = (text: string) => {
    const start = Math.max(0, at - AROUND);
    const part = JSON.stringify(text.slice(start, at + AROUND).toWellFormed());
    return excerpt(
      `${start > 0 ? "… " : ""}${part}${text.length > at + AROUND ? " …" : ""}, ${text.length} characters, ` +
        `from character ${at} on`,
      MAX_VALUE,
    );
  };
  return { expected: around(expected), found: around(found) };
}
