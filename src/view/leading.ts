import { isHighChance } from "../protocol/fall_line.ts";
import { chanceWords, isOwnEngine } from "../run/fall_chance.ts";
import { shortPoint } from "../run/short_point.ts";
import type { ThesisRow } from "../run/thesis_row.ts";
import { excerpt } from "../text/control.ts";
import { counted } from "../text/counted.ts";
import { signalWords } from "./thesis_view.ts";

/** Of 7,385 theses, as `docs/measured.md` has it: direction was no better than chance, and drawdown risk could be told apart. */
const DIRECTION_RECORD =
  "Past scores did not predict which names beat the index (AUC 0.49 over 7,385 theses; 0.50 is chance)";
const HIGH = "a 25% chance of a 15% drawdown";
/** A recent volatility this many times that of the year is rising. */
const RISING = 1.2;
const MAX_SIGNALS = 5;
const MAX_DRIVER = 240;

type Told = Pick<ThesisRow, "drawdownProbability" | "signal" | "engine">;

/** What the theses of a run say together, counted one by one, so that a run of any length fits. */
export class ThesisTally {
  /** Names with a chance of a drawdown. */
  chances = 0;
  /** Names whose chance reaches 25%. */
  high = 0;
  readonly #signals = new Map<string, number>();
  #isOurs = false;

  constructor(theses: Iterable<Told> = []) {
    for (const one of theses) this.add(one);
  }

  add({ drawdownProbability: chance, signal = "", engine }: Told): void {
    if (chance !== undefined) this.chances++;
    if (isHighChance(chance)) this.high++;
    this.#isOurs ||= isOwnEngine({ engine });
    const word = signalWords(signal);
    if (word !== "") this.#signals.set(word, 1 + (this.#signals.get(word) ?? 0));
  }

  /** Like `none of 8 names reaches a 25% chance of a 15% drawdown within three months`; empty where no chance is stated. */
  get risk(): string {
    if (this.chances === 0) return "";
    const count = this.high === 0 ? "none" : counted(this.high);
    const within = this.#isOurs ? "within three months" : "within the service's horizon";
    return `${count} of ${counted(this.chances, "name")} ${this.high > 1 ? "reach" : "reaches"} ${HIGH} ${within}`;
  }

  /** What is known of direction: of our engine its record; of another service, what it states. */
  get direction(): string {
    if (this.#isOurs) return `no call. ${DIRECTION_RECORD}`;
    const signals = [...this.#signals].toSorted(([, one], [, other]) => other - one).slice(0, MAX_SIGNALS);
    return signals.map(([word, count]) => `${counted(count)} ${word}`).join(", ");
  }
}

/**
 * What drives the chance of a drawdown of a name most: its volatility, from the verified figures.
 * @returns Like `volatility 25.5% annualised`; where the service states none, its first risk in short.
 */
export function riskDriver({ claims, risks: [risk = ""], subject, ticker }: ThesisRow): string {
  const shareOf = (metric: string) => {
    const { value } = claims.find((claim) => claim.metric === metric && claim.unit === "fraction") ?? {};
    return typeof value === "number" ? value : undefined;
  };
  const year = shareOf("volatility");
  const recent = shareOf("volatility_recent");
  if (year === undefined) return excerpt(shortPoint(risk, subject ?? ticker), MAX_DRIVER);
  return recent !== undefined && recent >= RISING * year
    ? `volatility is rising: ${chanceWords(recent, 1)} over 60 days, from ${chanceWords(year, 1)}`
    : `volatility ${chanceWords(year, 1)} annualised`;
}
