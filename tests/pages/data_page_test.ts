/** docs/service.md: what `data check` shows of a folder. */
import { ok } from "../assert.ts";
import { dataCommand } from "../../src/commands/data_command.ts";
import { capturedOutputs, testHost } from "../commands/captured.ts";
import { inFolder } from "../data/in_folder.ts";
import { blocksOf, holdBlock, readPage } from "./pages.ts";

const DAYS = Array.from({ length: 90 }, (_, at) => new Date(Date.UTC(2017, 0, 2 + at)))
  .filter((day) => day.getUTCDay() % 6 !== 0).map((day) => day.toISOString().slice(0, 10));
const rows = (days: readonly string[]) => `Date,Close\n${days.map((day, at) => `${day},${100 + at % 7}\n`).join("")}`;
const us = (day: string) => `${day.slice(5, 7)}/${day.slice(8)}/${day.slice(0, 4)}`;

const FILES = {
  "my_prices/AAPL.csv": rows(DAYS),
  "my_prices/aapl_us_d.csv": rows(DAYS.slice(0, -9)),
  "my_prices/HistoricalData_17.csv": rows(DAYS),
  "my_prices/KO.csv": rows(DAYS.filter((day) => day < "2017-02" || day > "2017-03")),
  "my_prices/MSFT.csv": rows(DAYS.filter((day) => day.endsWith("02")).map(us)),
  "my_prices/SPY.csv": rows(DAYS),
  "my_prices/T.xlsx": "PK",
};

Deno.test("docs/service.md shows what data check says of a folder", async () => {
  const shown = blocksOf(await readPage("docs/service.md")).find(({ code }) =>
    code.includes("\nfile  ") || code === "x\n"
  );
  ok(shown, "the block is found");
  await inFolder(FILES, async (folder) => {
    const { out, err } = capturedOutputs({ isTerminal: true });
    await dataCommand(["check", "my_prices"], testHost({ folder, out, err }));
    await holdBlock(shown, out.text, (text) => text.replace(/updated \d+ \w+ \d{4}, \S+ UTC/, "updated"));
  });
});
