import { longDay } from "../calendar/day.ts";
import type { DatasetView } from "../data/dataset.ts";
import { joinTexts } from "../data/phrases/phrase.ts";
import type { Asked } from "../data/question/asked.ts";
import { companyLabel } from "../data/company_label.ts";

/** Most characters of a question before that an answer repeats. */
const MAX_SHOWN = 120;
/** Companies that are named one by one; of more the number is given. */
const MAX_NAMED = 8;

/** Says what a question was read with that its caller asked before: whom it is about, what it asks, and as of when. */
export function takenSentences({ taken, mentions, weights }: Asked, view: DatasetView): readonly string[] {
  if (taken === undefined) return [];
  const { subject, asks, time, leftTime, isEarlier } = taken;
  const from = isEarlier ? "from an earlier question" : "from the question before";
  const about = aboutText({ mentions, weights });
  const said = asks === undefined ? "" : quoted(asks);
  return [
    ...(subject === undefined || about === undefined ? [] : [
      `About ${about}, ${from}${said === "" ? "" : `, read as ${said}`}.`,
    ]),
    ...(subject === undefined && said !== ""
      ? [`Asked as before, ${said}${about === undefined ? "" : `, about ${about}`}.`]
      : []),
    ...(time === undefined ? [] : [`The time is ${quoted(time)}, ${from}.`]),
    ...(leftTime === undefined ? [] : [
      `The time of that question, ${quoted(leftTime)}, is not kept: this answer is as of ` +
      `${longDay(view.asOf)}. Say "then" to keep it.`,
    ]),
  ];
}

function aboutText({ mentions, weights }: Pick<Asked, "mentions" | "weights">): string | undefined {
  if (weights.length > 0) return `the portfolio of ${listed(weights.map(({ ticker }) => ticker))}`;
  const groups = mentions.groups.map(({ name, kind }) => kind === "all" ? "all companies of the data" : name);
  const named = [...mentions.companies.length > 0 ? [listed(mentions.companies.map(companyLabel))] : [], ...groups];
  const others = [...mentions.unknown, ...mentions.instruments, ...mentions.identifiers].map(({ text }) => text);
  const all = named.length > 0 ? named : others.map(quoted);
  return all.length === 0 ? undefined : joinTexts(all, "list");
}

function listed(names: readonly string[]): string {
  const more = names.length - MAX_NAMED;
  return more > 0 ? `${names.slice(0, MAX_NAMED).join(", ")} and ${more} more` : joinTexts(names, "list");
}

function quoted(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return JSON.stringify(line.length > MAX_SHOWN ? `${line.slice(0, MAX_SHOWN)}…` : line);
}
