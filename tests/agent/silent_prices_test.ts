/** Prices that mislead: what an answer and `data check` say of them, and that no return of a year leaves. */
import { openFolder } from "../../src/data/folder/folder.ts";
import { dataCommand } from "../../src/commands/data_command.ts";
import { verifyText } from "../../src/verify/text/verify_text.ts";
import { deepEqual, equal, ok } from "../assert.ts";
import { capturedOutputs, testHost } from "../commands/captured.ts";
import { inFolder } from "../data/in_folder.ts";
import { askOf, conclusionOf, textOf } from "./ask.ts";
import { LEFT_OUT, SILENT, type SilentCase } from "./silent_prices.ts";

const NOT_JUDGED = "unknown: its close of DAY moves as nothing in the data explains";
const YEAR = /12-month return is -?[\d,.]+ %|median traded value a day is [\d,.]+/g;

/** All that a person reads of a folder: `data check`, the remarks on files, the answer. */
async function said(files: SilentCase["files"], ticker: string) {
  return await inFolder(files, async (folder) => {
    const host = testHost({ folder, ...capturedOutputs() });
    await dataCommand(["check", "."], host);
    const dataset = await openFolder(folder);
    const steps = await askOf(
      dataset,
      `How has ${ticker} performed over the last year, how risky and how liquid is it?`,
    );
    const conclusion = conclusionOf(steps);
    const answer = conclusion.kind === "thesis" ? textOf(steps) : conclusion.message;
    const told = verifyText(`${ticker} fell 50 % over the last twelve months.`, dataset.at(dataset.asOf));
    const findings = told.sentences.flatMap(({ claims }) =>
      claims.map(({ finding, why = "" }) => `${finding}: ${why}`)
    );
    return {
      answer,
      findings,
      all: [host.out.text.replace(/\s+/g, " "), ...dataset.problems.map(({ message }) => message), answer].join("\n"),
    };
  });
}

function yearOf(answer: string): readonly string[] {
  return [...answer.matchAll(YEAR)].map(([words]) => words);
}

for (const { name, files, ticker, says, reads } of SILENT) {
  Deno.test(`${name}: ${reads === undefined ? "no return of a year leaves" : "reads as the prices without the fault"}, and what is said`, async () => {
    const { answer, all, findings } = await said(files, ticker);
    for (const words of says) ok(words.test(all), `${words}\n${all}`);
    if (says.includes(LEFT_OUT)) {
      deepEqual(findings.map((one) => one.replace(/\d{4}-\d\d-\d\d/, "DAY")), [NOT_JUDGED]);
    }
    if (reads === undefined) {
      return equal(yearOf(answer).filter((one) => one.startsWith("12-month")).join(), "", answer);
    }
    const clean = yearOf((await said(reads, ticker)).answer);
    ok(clean.length > 0, "the prices without the fault have a figure");
    equal(yearOf(answer).slice(0, clean.length).join("; "), clean.join("; "), answer);
  });
}
