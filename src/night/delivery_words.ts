import { longDay } from "../calendar/day.ts";
import type { NightDeliveries } from "./deliver_night.ts";
import type { NightDelivery } from "./message.ts";

/** What is said of messages at the end of a start: a line each, tonight's first. */
export function deliveryLines({ deliveries, earlier, damaged }: NightDeliveries): readonly string[] {
  return [
    ...deliveries.map((delivery) => deliveryWords("The message", delivery)),
    ...earlier.map(({ night, ...delivery }) => deliveryWords(`The message of ${longDay(night)}`, delivery)),
    ...damaged.map((path) => `${path} cannot be read, so it is not known whether its message arrived; remove it.`),
  ];
}

function deliveryWords(message: string, { target, state, problem = "" }: NightDelivery): string {
  if (state === "delivered") return `${message} was delivered to ${target}.`;
  if (state === "doubtful") return `${message} may not have arrived at ${target}: ${problem}; it is not sent again.`;
  return `${message} was not delivered to ${target}: ${problem}.`;
}
