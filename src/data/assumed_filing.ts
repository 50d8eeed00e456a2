/** Behind the name of a report of which nothing says when it was filed: every claim that stands on it shows it. */
const MARK = ":filing-day-assumed";

/** The name of a report whose filing day is assumed. */
export function markedAsAssumed(accession: string): string {
  return `${accession}${MARK}`;
}

/** Whether the filing day of a report is assumed: it bounds what was known, and is not the day of an event. */
export function isAssumed({ accession }: { readonly accession: string }): boolean {
  return accession.endsWith(MARK);
}

/** The number of a report without the mark that its filing day is assumed. */
export function unmarked(accession: string): string {
  return accession.endsWith(MARK) ? accession.slice(0, -MARK.length) : accession;
}
