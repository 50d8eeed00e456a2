import { equal, match } from "../assert.ts";
import { calibrateCommand } from "../../src/commands/calibrate_command.ts";
import { readCard } from "../../src/data/calibration_card.ts";
import { madePrices } from "../calibrate/prices.ts";
import { inFolder } from "../data/in_folder.ts";
import { testHost } from "./captured.ts";

Deno.test("calibrate leaves a card in the folder, which it names, and prints what it would have been worth", async () => {
  await inFolder({ "prices.csv": madePrices() }, async (folder) => {
    const host = testHost({ folder });
    equal(await calibrateCommand(["--data", "."], host), 0, host.err.text);
    match(host.out.text, /12 names with prices from 1 file/);
    match(host.out.text, /Daily prices\n {2}\d+ cases of 12 names/);
    match(
      host.out.text,
      /Judged on \d+ independent dates, too few to tell skill from luck: skill against the frequency known/,
    );
    match(host.out.text, /Wrote \.conviction\/calibration\.json; answers from this folder use it from now on\.\n$/);
    const card = readCard(await Deno.readTextFile(`${folder}/.conviction/calibration.json`));
    equal("problem" in card, false);
    const again = testHost({ folder });
    equal(await calibrateCommand(["--data", ".", "--out", "cards/one.json"], again), 0, again.err.text);
    match(again.out.text, /Wrote cards\/one\.json; answers do not use a card there\.\n$/);
    equal(
      await Deno.readTextFile(`${folder}/cards/one.json`),
      await Deno.readTextFile(`${folder}/.conviction/calibration.json`),
    );
  });
});

const WRONG = [
  { args: [], says: /Cannot calibrate: no folder of prices is named; give --data DIR/ },
  { args: ["here"], says: /Cannot calibrate here: it takes no arguments; --data names the folder/ },
  { args: ["--data", "absent"], says: /absent/ },
  { args: ["--data", ".", "--horizon", "21"], says: /Cannot use --horizon: there is no such flag/ },
  {
    args: ["--data", "."],
    says:
      /Cannot calibrate on .*: its daily prices have 1 date that does not overlap, with \d+ falls? and \d+ without one\. A map needs 5 such dates, and 20 of each; the built-in map stays/,
  },
];
for (const { args, says } of WRONG) {
  Deno.test(`calibrate ${args.join(" ") || "without a folder"} is wrong usage, and the message says what to do`, async () => {
    await inFolder({ "prices.csv": madePrices({ names: 2, days: 330 }) }, async (folder) => {
      const host = testHost({ folder });
      equal(await calibrateCommand(args, host), 2);
      match(host.err.text, says);
    });
  });
}
