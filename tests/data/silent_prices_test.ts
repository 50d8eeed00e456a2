import { deepEqual, match } from "../assert.ts";
import { folderReportLines } from "../../src/commands/data_report.ts";
import { checkFolder } from "../../src/data/folder/check_folder.ts";
import { askOf, conclusionOf, textOf } from "../agent/ask.ts";
import { inFolder } from "./in_folder.ts";
import { openEveryWay } from "./open_every_way.ts";
import { PRICE_CASES } from "./silent_prices.ts";

const NOW = new Date("2025-07-01T12:00:00Z");

for (const { name, files, reads, check = /^/, asks = [] } of PRICE_CASES) {
  Deno.test(`${name}: what is read, and what data check and an answer say`, async () => {
    await inFolder(files, async (folder) => {
      const data = await openEveryWay(folder);
      const view = data.at("2025-06-30");
      const found = view.companies.flatMap(({ ticker }) =>
        view.prices(ticker).filter(({ basis }) => basis === "price").map(({ days, close, currency }) => {
          const [first = NaN, last = NaN] = [days[0], days.at(-1)];
          const day = (number: number) => new Date(number * 86_400_000).toISOString().slice(0, 10);
          return [ticker, [close.length, day(first), day(last), close.at(-1), ...currency === "" ? [] : [currency]]];
        })
      );
      deepEqual(Object.fromEntries(found), { ...reads });
      const lines = folderReportLines(await checkFolder(folder), { width: 100, now: NOW });
      match(lines.join(" ").replace(/\s+/g, " "), check);
      for (const [question, says] of asks) {
        const steps = await askOf(data, question);
        const conclusion = conclusionOf(steps);
        match(conclusion.kind === "thesis" ? textOf(steps) : conclusion.message, says);
      }
    });
  });
}
