const PLURALS: Readonly<Record<string, string>> = { thesis: "theses", company: "companies", entry: "entries" };

/**
 * A count as people read it.
 * @param count A whole number, 0 or more.
 * @param noun What is counted, in the singular; its plural ends with "s", or is one of those above.
 * @returns Like `3,249`; with a noun like `1 file` or `3,249 files`.
 */
export function counted(count: number, noun?: string): string {
  const figures = String(count).replace(/\B(?=(?:\d{3})+$)/g, ","); // Intl takes 26 times as long, and pages have thousands
  return noun === undefined ? figures : `${figures} ${count === 1 ? noun : PLURALS[noun] ?? `${noun}s`}`;
}
