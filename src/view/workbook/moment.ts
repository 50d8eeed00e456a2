/**
 * A moment for people, to the minute.
 * @param iso ISO 8601; what is not in UTC stays as it is.
 * @returns Like `2024-03-01 22:00 UTC`.
 */
export function momentWords(iso: string): string {
  const [, day, minute] = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}):[\d.]+Z$/.exec(iso) ?? [];
  return day === undefined ? iso : `${day} ${minute} UTC`;
}
