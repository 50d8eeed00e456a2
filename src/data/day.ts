const MS_PER_DAY = 86_400_000;

const LENGTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Whether a text is a calendar date as `YYYY-MM-DD`; 30 February is not. Counts, because `Date` takes four times as long. */
export function isDay(text: string): boolean {
  const [all, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? [];
  if (all === undefined) return false;
  const length = LENGTHS[Number(month) - 1] ?? 0;
  return Number(day) >= 1 && Number(day) <= (month === "02" && isLeap(Number(year)) ? length + 1 : length);
}

function isLeap(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

/** Calendar days from one date to another; negative when the second is earlier. */
export function daysBetween(first: string, second: string): number {
  return (Date.parse(second) - Date.parse(first)) / MS_PER_DAY;
}

/** The UTC day after a time, `YYYY-MM-DD`: later than today everywhere. */
export function dayAfter(time: Date): string {
  return new Date(time.getTime() + MS_PER_DAY).toISOString().slice(0, "YYYY-MM-DD".length);
}
