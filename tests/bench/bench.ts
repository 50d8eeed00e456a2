// deno-lint-ignore-file no-console -- a benchmark prints
/**
 * The benchmarks: `deno task dev bench`. Each figure is a ratio within one run, since machines differ.
 */
import { benchAdaptive } from "./adaptive_bench.ts";
import { benchCalls } from "./calls_bench.ts";
import { benchChance } from "./chance_bench.ts";
import { benchCsv } from "./csv_bench.ts";
import { benchData } from "./data_bench.ts";
import { benchFacts, benchQuestions, benchTheses } from "./embedded_bench.ts";
import { benchFiled } from "./filed_bench.ts";
import { benchLoad } from "./load_bench.ts";
import { benchMillion } from "./million_bench.ts";
import { benchNotebook } from "./notebook_bench.ts";
import { benchOutcomes } from "./outcomes_bench.ts";
import { benchReport } from "./report_bench.ts";
import { screenBench } from "./screen_bench.ts";
import { benchService } from "./service_bench.ts";
import { benchStream } from "./stream_bench.ts";
import { benchTable } from "./table_bench.ts";
import { benchWorkbook } from "./workbook_bench.ts";

if (import.meta.main) {
  const print = (line: string) => console.log(line);
  await benchStream(print);
  benchCalls(print);
  console.log("\nScreen: rows per second over concurrency / latency, durability on, files off");
  for (const { name, ratio, detail } of await screenBench()) {
    console.log(`  ${name}: ${ratio.toFixed(3)}   (${detail})`);
  }
  print("");
  await benchCsv(print);
  print("");
  await benchData(print);
  print("");
  await benchFiled(print);
  print("");
  await benchReport(print);
  print("");
  await benchTable(print);
  print("");
  await benchWorkbook(print);
  print("");
  await benchAdaptive(print);
  print("");
  await benchOutcomes(print);
  print("");
  await benchChance(print);
  print("");
  await benchService(print);
  print("");
  await benchTheses(print);
  await benchFacts(print);
  print("");
  await benchQuestions(print);
  print("");
  await benchLoad(print);
  print("");
  await benchNotebook(print);
  print("");
  await benchMillion(print);
}
