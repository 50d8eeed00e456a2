/**
 * What a good engineer writes in an afternoon: `usual_script.ts ADDRESS CSV FOLDER CONCURRENCY`. The packages retry and
 * limit concurrency, a row that fails does not end the run, and each answer is written at once. It does not resume, and
 * does not protect anything from a power cut.
 */
import { appendFile, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { parse } from "csv-parse/sync";
import OpenAI from "openai";
import PQueue from "p-queue";

interface Thesis {
  agent_thesis: { signal: string; confidence: number; reasoning: string };
  key_drivers: string[];
  risks: string[];
}

const [address = "", input = "", folder = "", concurrency = ""] = Deno.args;
const start = process.cpuUsage();
const startMs = performance.now();

const client = new OpenAI({ baseURL: address, apiKey: "sk-bench-123456" });
const queue = new PQueue({ concurrency: Number(concurrency) });
const rows: { ticker: string; company: string }[] = parse(await readFile(input), { columns: true, bom: true });
await mkdir(folder, { recursive: true });
const output = join(folder, "theses.csv");
await writeFile(output, "ticker,status,signal,confidence,reasoning,key_drivers,risks\n");
let done = 0;

async function ask({ ticker, company }: { ticker: string; company: string }): Promise<void> {
  const input = `Analyse the company listed under ticker "${ticker}" (${company})`;
  try {
    const thesis = await client.post<Thesis>("/api/v1/agent/reasoning", { body: { input } });
    const { signal, confidence, reasoning } = thesis.agent_thesis;
    const lists = [thesis.key_drivers.join(" | "), thesis.risks.join(" | ")];
    await appendFile(output, csvLine([ticker, "done", signal, String(confidence), reasoning, ...lists]));
    done++;
  } catch (error) {
    await appendFile(output, csvLine([ticker, "failed", "", "", String(error), "", ""]));
  }
}

function csvLine(cells: string[]): string {
  return cells.map((cell) => /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell).join(",") + "\n";
}

await queue.addAll(rows.map((row) => () => ask(row)));

const seconds = (performance.now() - startMs) / 1000;
const { user, system } = process.cpuUsage(start);
const peakMiB = process.resourceUsage().maxRSS / 1024;
console.log(JSON.stringify({ done, seconds, cpuMs: (user + system) / 1000, peakMiB }));
