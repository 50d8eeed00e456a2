import type { StopAhead, StopReason } from "../run/progress.ts";
import { counted } from "../text/counted.ts";

const RESUME = "run the same command to resume";

/**
 * Says why a run stopped by itself and what to do, in the flags that a person types.
 * @returns One sentence without a capital and without a full stop.
 */
export function stopWords(reason: StopReason): string {
  switch (reason.code) {
    case "max_requests": {
      return `--max-requests ${reason.limit} reached; raise it to resume`;
    }
    case "max_cost": {
      const { requests, price, limit, cost } = reason;
      const spent = cost === undefined
        ? `${counted(requests, "request")} at ${price} cost ${round(price * requests)}`
        : `${counted(requests, "request")} cost at most ${round(cost)}, the next may cost ${round(price)}`;
      return `${spent}, and one more would pass --max-cost ${limit}; raise it to resume`;
    }
    case "max_failures": {
      const { failed, requests, limit } = reason;
      const most = "share" in limit ? `${round(limit.share * 100)}%` : limit.count;
      return `${failed} of ${
        counted(requests, "request")
      } failed, more than --max-failures ${most}; see failures.csv, then ${RESUME}`;
    }
    case "brake":
      return `${reason.wrong} of the last ${reason.theses} theses name neither ticker nor company, or repeat another row's ` +
        `reasoning; see theses.csv, whose rows are kept, then ${RESUME}, with --no-brake if they are right`;
    case "until":
      return `it is ${timeOfDay(reason.until)} (--until); ${RESUME}`;
    case "stalled":
      return `nothing has come back for ${reason.minutes} minutes; ${RESUME}`;
    case "refused":
      return `the service asks to retry in ${reason.minutes} minutes (${reason.error}); run the same command then`;
    case "breaker":
      return `${reason.error}; fix that, then ${RESUME}`;
    case "unreadable":
      return `the service answers, but no reply is a thesis: ${reason.error}; "conviction probe" shows what it sends, and ` +
        "--read-again reads the kept replies again, with another --result-at, and sends none of them twice";
  }
}

/** Says what would stop a run, and when, like `--max-cost 4, after 1 request`. */
export function stopAheadWords(stop: StopAhead): string {
  switch (stop.code) {
    case "max_requests":
      return `--max-requests ${stop.limit}, after ${counted(stop.after, "request")}`;
    case "max_cost":
      return `--max-cost ${stop.limit}, after ${counted(stop.after, "request")}${stop.isLeast ? " or later" : ""}`;
    case "until":
      return `--until, at ${timeOfDay(stop.until)}`;
  }
}

/** Without the last digits of a float. */
function round(value: number): number {
  return Number(value.toPrecision(12));
}

function timeOfDay(date: Date): string {
  return date.toTimeString().slice(0, 5);
}
