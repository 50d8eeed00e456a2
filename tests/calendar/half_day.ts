import { isSession } from "../../src/calendar/exchange_days.ts";
import { NYSE } from "../../src/calendar/exchanges.ts";
import { yearDays } from "../../src/calendar/yearly_days.ts";

/** Whether a session in New York ends earlier than usual. */
export function isHalfDay(day: string, exchange = NYSE): boolean {
  return isSession(day, exchange) && yearDays(exchange, Number(day.slice(0, 4))).early.has(day);
}
