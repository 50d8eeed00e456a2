const MS_PER_DAY = 86_400_000;

/** Whether a text is a calendar date as `YYYY-MM-DD`; 30 February is not. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** Calendar days from one date to another; negative when the second is earlier. */
export function daysBetween(first: string, second: string): number {
  return (Date.parse(second) - Date.parse(first)) / MS_PER_DAY;
}

/** The UTC day after a time, `YYYY-MM-DD`: later than today everywhere. */
export function dayAfter(time: Date): string {
  return new Date(time.getTime() + MS_PER_DAY).toISOString().slice(0, "YYYY-MM-DD".length);
}
