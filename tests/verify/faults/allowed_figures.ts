import { longDay } from "../../../src/calendar/day.ts";
import type { Claim, Statement } from "../../../src/data/claim.ts";
import { knownClaim, type Scene } from "./scene.ts";
import { type StructuralKind, toldKinds } from "./structural.ts";
import { changed, changedClaims, takenApart, type Told, told, withClaims } from "./told.ts";

const isFigure = ({ value }: Claim) => typeof value === "number";

/** The sentence with one figure changed: the claim's value, and what the text shows. */
function figures(
  node: Told,
  change: (claim: Claim & { readonly value: number }) => readonly Partial<Claim>[],
): readonly Told[] {
  return changedClaims(node, (claim) => {
    const { value } = claim;
    return typeof value === "number" ? change({ ...claim, value }).map((part) => ({ ...claim, ...part })) : [];
  });
}

/** To the digits in which two ways to compute a figure agree. */
function isSame(one: Claim["value"], other: Claim["value"]): boolean {
  if (typeof one !== "number" || typeof other !== "number") return one === other;
  return Math.abs(one - other) <= Math.max(1e-9 * Math.abs(other), 1e-12);
}

const NUMBER = /[-+\u2212]?\d[\d,]*(?:\.\d+)?/;
const shownAs = (shown: string, change: (figure: string) => string) => shown.replace(NUMBER, change);
const lastDigit = (figure: string) => figure.replace(/\d(?!.*\d)/, (digit) => String((Number(digit) + 1) % 10));

/** The sentence of the same phrase about the same companies, from an answer about another day. */
function otherDayOf(node: Told, { otherDays }: Scene): readonly Statement[] {
  return otherDays.filter(({ saying: { phrase, about } }) =>
    phrase === node.phrase && about.join() === node.about.join()
  );
}

/** A sentence of another day, dated as today. */
function redated(node: Told, day: string): Told {
  return withClaims(node, (claim) => ({
    ...claim,
    as_of: day,
    ...(claim.metric === "as_of" && { value: day, shown: longDay(day) }),
  }));
}

/**
 * Whether a sentence of another day is known to be false on this one: figures of reports stay for months, and one of
 * another period, or one that only marks its side, may be as true.
 */
function isOtherwise(one: Statement, own: Statement): boolean {
  return one.claims.some(({ metric, of, value, entities }) => {
    // of several companies each has its own: in another order they say the same
    const same = own.claims.find((claim) =>
      claim.metric === metric && claim.of === of && claim.entities.join() === entities.join()
    );
    return same !== undefined && !isSame(same.value, value);
  });
}

const dayOf = (node: Told) => told(node).claims[0]?.as_of ?? "";

/** Another day of a series, in the sentence and all its claims. */
function shiftedTo(node: Told, days: number): Told {
  const day = new Date(Date.parse(dayOf(node)) + days * 86_400_000).toISOString().slice(0, 10);
  return redated(node, day);
}

/** A figure, a day or a rounding that the data do not give; text, `shown` and value agree. */
export const ALLOWED_FIGURES: readonly StructuralKind[] = toldKinds("allowed figures", [
  {
    name: "the last digit of a figure and of its claim",
    make: (node) =>
      figures(node, ({ shown, value, unit }) => {
        const wrong = shownAs(shown, lastDigit);
        const step = Number(wrong.match(NUMBER)?.[0].replaceAll(",", "")) -
          Number(shown.match(NUMBER)?.[0].replaceAll(",", ""));
        return [{ shown: wrong, value: value + (unit === "fraction" ? step / 100 : step) }];
      }),
  },
  {
    name: "the last digit of a figure, the value right",
    make: (node) => figures(node, ({ shown }) => [{ shown: shownAs(shown, lastDigit) }]),
  },
  {
    name: "a value that is off by a thousandth, shown as it was",
    make: (node) =>
      figures(
        node,
        ({ value }) =>
          Math.abs(value) < 1e-6 ? [{ value: 0.001 }] : [{ value: value * 1.001 }, { value: value * 0.999 }],
      ),
  },
  {
    name: "the sign turned",
    make: (node) =>
      figures(node, ({ shown, value }) => {
        const bare = shown.replace(/^[-+\u2212]/, "");
        return Number(bare.match(NUMBER)?.[0].replaceAll(",", "")) === 0
          ? []
          : [{ value: -value, shown: value < 0 ? bare : `-${bare}` }];
      }),
  },
  {
    name: "ten times the figure",
    make: (node) =>
      figures(
        node,
        ({ shown, value }) =>
          /[1-9]/.test(shown)
            ? [{ value: value * 10, shown: shownAs(shown, (one) => `${one.replace(".", "")}.0`) }]
            : [],
      ),
  },
  {
    name: "another scale of money",
    make: (node) =>
      figures(
        node,
        ({ shown, value }) =>
          /\dbn\b/.test(shown)
            ? [{ value: value / 1000, shown: shown.replace("bn", "m") }]
            : /\dm\b/.test(shown)
            ? [{ value: value * 1000, shown: shown.replace(/(?<=\d)m/, "bn") }]
            : [],
      ),
  },
  {
    name: "another currency",
    make: (node) =>
      figures(
        node,
        ({ currency, shown }) =>
          currency === undefined ? [] : [["EUR", "€"], ["GBP", "£"]].map(([other = "", sign = ""]) => ({
            currency: other,
            shown: shown.replace("$", sign),
          })),
      ),
  },
  {
    name: "another unit",
    make: (node) =>
      figures(
        node,
        ({ unit, shown, value }) =>
          unit === "fraction"
            ? [{ shown: / points$/.test(shown) ? shown.replace(" points", "%") : shown.replace("%", " points") }, {
              unit: "ratio",
              shown: value.toFixed(2),
            }, {
              unit: "currency",
              currency: "USD",
              shown: `$${shown.replace("%", "")}`,
            }]
            : unit === "ratio" || unit === "count"
            ? [{ unit: "fraction", shown: `${value.toFixed(2)}%` }]
            : [],
      ),
  },
  {
    name: "a figure and its claim rounded to nothing",
    make: (node) =>
      figures(
        node,
        ({ shown, value }) =>
          value === 0 || !/[1-9]/.test(shown)
            ? []
            : [{ shown: shownAs(shown, () => "0") }, { shown: shownAs(shown, () => "0.0") }],
      ),
  },
  {
    name: "a rounding that is not the metric's",
    make: (node) =>
      figures(node, ({ shown, value, unit }) => {
        const own = shown.match(NUMBER)?.[0] ?? "";
        const decimals = own.split(".")[1]?.length ?? 0;
        const scaled = unit === "fraction"
          ? value * 100
          : /\dbn\b/.test(shown)
          ? value / 1e9
          : /\dm\b/.test(shown)
          ? value / 1e6
          : value;
        const sign = own.startsWith("+") ? "+" : "";
        const at = [decimals - 1, decimals + 2].filter((one) => one >= 0);
        return at.map((one) => ({ shown: shownAs(shown, () => `${sign}${scaled.toFixed(one)}`) }));
      }),
  },
  {
    name: "the figure of another metric of the company",
    make: (node) => {
      const all = told(node).claims.filter(isFigure);
      return figures(
        node,
        (claim) =>
          all.filter(({ metric, unit, value, entities }) =>
            metric !== claim.metric && unit === claim.unit && value !== claim.value &&
            entities.join() === claim.entities.join()
          ).map(({ value, shown }) => ({ value, shown })),
      );
    },
  },
  {
    name: "two figures of a sentence exchanged",
    make: (node) => {
      const all = told(node).claims.filter(isFigure);
      return all.flatMap((one, at) =>
        all.slice(at + 1).filter(({ unit, value }) => unit === one.unit && !isSame(value, one.value)).map((other) =>
          withClaims(
            node,
            (claim) =>
              claim === one
                ? { ...claim, value: other.value, shown: other.shown }
                : claim === other
                ? { ...claim, value: one.value, shown: one.shown }
                : claim,
          )
        )
      );
    },
  },
  {
    name: "a score for a probability",
    make: (node, { statements }) => {
      const score = statements.flatMap(({ claims }) => claims).find(({ metric }) => metric === "score");
      const as = (value: number) => ({ value, shown: `${(100 * value).toFixed(0)}%` });
      return figures(
        node,
        ({ metric, value }) =>
          metric !== "probability" || score === undefined ? [] : [as(1 - value), as(0.5 + Number(score.value) / 2)],
      ).filter((one) => told(one).text !== told(node).text);
    },
  },
  ...(["rank", "peers", "months"] as const).map((metric) => ({
    name: `another number of ${metric}`,
    make: (node: Told) =>
      figures(
        node,
        (claim) =>
          claim.metric !== metric
            ? []
            : [1, 7, -1].map((step) => claim.value + step).filter((value) => value > 0 && value !== claim.value).map((
              value,
            ) => ({
              value,
              shown: String(value),
            })),
      ),
  })),
  {
    name: "the sentence of another day, dated as this one",
    make: (node, scene) =>
      otherDayOf(node, scene).map((one) => redated(takenApart(one), dayOf(node))).filter((one) =>
        told(one).claims.some(({ value }) => typeof value === "number") && isOtherwise(told(one), told(node))
      ),
  },
  {
    name: "the sentence of another day with its own date",
    make: (node, scene) => otherDayOf(node, scene).map(takenApart),
  },
  {
    name: "one figure of another day",
    make: (node, scene) =>
      figures(node, (claim) => {
        const other = knownClaim(scene.otherDays, claim);
        if (other === undefined || isSame(other.value, claim.value)) return [];
        return [{ value: other.value, shown: other.shown }];
      }),
  },
  {
    name: "a later day",
    make: (node) => dayOf(node) === "" ? [] : [1, 31, 365].map((days) => shiftedTo(node, days)),
  },
  {
    name: "an earlier day",
    make: (node) => dayOf(node) === "" ? [] : [1, 28, 365].map((days) => shiftedTo(node, -days)),
  },
  {
    name: "another day in the text alone",
    make: (node) =>
      changedClaims(
        node,
        (claim) =>
          claim.metric === "as_of"
            ? [longDay(`${String(claim.value).slice(0, 8)}01`), "30 Feb 2017", "22 Nov 2026", String(claim.value)].map((
              shown,
            ) => ({ ...claim, shown }))
            : [],
      ),
  },
  {
    name: "the figure of one domain under the name of another",
    make: (node) =>
      changed(node, (one) => {
        const scores = one.parts["scores"] ?? [];
        const valueOf = (score: Told | undefined) => Object.values(score?.slots ?? {})[0];
        return scores.slice(1).flatMap((other, at) => {
          const first = scores[at];
          const [mine, its] = [valueOf(first), valueOf(other)];
          if (first === undefined || mine === undefined || its === undefined || mine.value === its.value) return [];
          const give = (to: Told, claim: Claim, from: Claim): Told => ({
            ...to,
            slots: { [claim.metric]: { ...claim, value: from.value, shown: from.shown } },
          });
          return [{
            ...one,
            parts: {
              ...one.parts,
              scores: scores.with(at, give(first, mine, its)).with(at + 1, give(other, its, mine)),
            },
          }];
        });
      }),
  },
]);
