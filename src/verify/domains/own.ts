import { sum } from "./arithmetic.ts";
import type { Readers } from "./reader.ts";

/** What own tables say; `data/metrics/own.ts` defines it. */
export const OWN_READERS: Readers = {
  own_view: (subject) => {
    const standings = subject.ownStandings();
    return standings.length === 0 ? "comparison" : sum(standings) / standings.length;
  },
};
