import { type Lack, type Readers, reading } from "./reading.ts";
import { mean } from "./statistics.ts";

const NOTHING: Lack = { cause: "comparison", lacks: "needs own columns with a sign and eight companies, has none" };

/** What own tables say; `data/metrics/own.ts` defines it. */
export const OWN_READERS: Readers = {
  own_view: (_columns, _position, beside) => {
    const places = beside?.ownPlaces?.() ?? [];
    return places.length === 0 ? NOTHING : reading(mean(places), NOTHING);
  },
};
