import { equal } from "../assert.ts";
import { chanceRecord, RECORD_FILES } from "../bench/chance_record.ts";
import { missingShared, testNeeding } from "../needs.ts";
import { recordWords } from "../../src/run/chance_record.ts";

const OWN = {
  engine: "conviction-analyst/0.1",
  calibration: "direction uncalibrated; drawdown risk built-in: fitted",
};
const MINE = "direction uncalibrated; drawdown risk card 12ab";

const ROWS = [
  { frequency: "daily", chance: 0.11, is: "of 221 such chances 11% came true (20 large names, 1996 to 2022)" },
  { frequency: "daily", chance: 0.25, is: "of 178 such chances 19% came true (20 large names, 1996 to 2022)" },
  { frequency: "monthly", chance: 0.61, is: "of 66 such chances 42% came true (20 large names, 1996 to 2022)" },
  { frequency: "daily", chance: 0, is: "of 182 such chances 5% came true (20 large names, 1996 to 2022)" },
  { frequency: undefined, chance: 0.11, is: "" },
  { frequency: "daily", chance: undefined, is: "" },
  { frequency: "daily", chance: 0.11, calibration: MINE, is: "" },
  { frequency: "daily", chance: 0.11, engine: "other/2", is: "" },
];
for (const { frequency, chance, is, ...over } of ROWS) {
  Deno.test(`beside a chance of ${chance} from ${frequency} bars ${JSON.stringify(over)} stands “${is}”`, () => {
    equal(recordWords({ ...OWN, ...over, frequency, drawdownProbability: chance }), is);
  });
}

testNeeding(
  missingShared(...RECORD_FILES),
  "the record is what the rule gives on twenty names from 1996 to 2022",
  async () => {
    const source = await Deno.readTextFile(new URL("../../src/run/chance_record.ts", import.meta.url));
    equal(/`\n([^`]*)`/.exec(source)?.[1], (await chanceRecord()).join("\n"));
  },
);
