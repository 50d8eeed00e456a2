import { deepEqual, equal } from "../../assert.ts";
import { readPublication } from "../../../src/data/texts/publication.ts";

const TIMES: readonly (readonly [written: string, day: string, known: string, why: string])[] = [
  ["2024-05-02", "2024-05-02", "2024-05-03", "a day alone counts from the next session"],
  ["20240502", "2024-05-02", "2024-05-03", "a day may be eight digits"],
  ["2024-05-03", "2024-05-03", "2024-05-06", "after a Friday comes a Monday"],
  ["May 2, 2024", "2024-05-02", "2024-05-03", "a day may be in words"],
  ["2 May 2024", "2024-05-02", "2024-05-03", "a day may be in words as Europe has them"],
  ["2024-05-02T19:59:59Z", "2024-05-02", "2024-05-02", "a second before the close of New York it is known that day"],
  ["2024-05-02T20:00:00Z", "2024-05-02", "2024-05-03", "at the close it is known the next session"],
  ["2024-07-03T17:30:00Z", "2024-07-03", "2024-07-05", "a half day closes at one, and a holiday follows"],
  ["2024-05-04T15:00:00Z", "2024-05-04", "2024-05-06", "on a Saturday there is no session"],
  ["2024-05-03T02:00:00Z", "2024-05-02", "2024-05-03", "its day is that of New York"],
  ["2024-05-02T16:30:00-04:00", "2024-05-02", "2024-05-03", "an offset counts"],
  ["2024-05-02 09:30", "2024-05-02", "2024-05-03", "an hour of no zone is a day alone"],
  ["Thu, 02 May 2024 16:30:00 GMT", "2024-05-02", "2024-05-02", "as feeds write it"],
  ["Thu, 2 May 2024 9:30:00 EDT", "2024-05-02", "2024-05-02", "with the name of a zone"],
  ["Wed Jan 01 03:59:03 +0000 2014", "2013-12-31", "2014-01-02", "as posts write it"],
  ["1714667400", "2024-05-02", "2024-05-02", "seconds"],
  ["1714667400000", "2024-05-02", "2024-05-02", "milliseconds"],
];

for (const [written, day, known, why] of TIMES) {
  Deno.test(`${written}: ${why}`, () => {
    const { isTimed: _isTimed, ...found } = readPublication(written) ?? { isTimed: false };
    deepEqual(found, { day, known });
  });
}

for (const written of ["", "02/05/2024", "2024-02-30", "yesterday", "2024", "12", "2024-05-02T25:00:00Z"]) {
  Deno.test(`${JSON.stringify(written)} is not a day`, () => equal(readPublication(written), undefined));
}
