import type { Comparison } from "../../compare/comparison.ts";
import { eventWords } from "../../compare/event_words.ts";
import { excerpt } from "../../text/control.ts";
import { counted } from "../../text/counted.ts";
import { type Block, said } from "../block.ts";
import type { View } from "../lines.ts";
import { changesBlocks } from "../run_changes.ts";
import { blocksView } from "./card.ts";

const MAX_EVENTS = 20;
const MAX_EVENT = 160;

/** What changed between two runs: the runs, counts, differing settings, the names by weight, and new events. */
export function comparisonView(comparison: Comparison): View {
  const show = { shown: 20, most: 80, rest: "in the comparison's changes" };
  return blocksView("What changed", [...changesBlocks(comparison, { show }), ...eventBlocks(comparison)]);
}

function eventBlocks({ newEvents: events = [] }: Comparison): Block[] {
  const items = events.slice(0, MAX_EVENTS).map((event) => excerpt(`${event.ticker} ${eventWords(event)}`, MAX_EVENT));
  const rest = events.length - items.length;
  return [
    ...items.length === 0 ? [] : [said("points", items, "New events")],
    ...rest > 0 ? [said("limits", [`${counted(rest)} more in newEvents.`])] : [],
  ];
}
