/**
 * The smallest program that keeps a run's promises: `barest_child.ts ADDRESS CSV FOLDER CONCURRENCY`. Each intent is
 * durable before its request is sent, each answer is kept, two tables are rendered from the ledger, and their digests
 * are verified. It has no limit, retry, deadline, pace or event, and does not validate what it reads. What a screen
 * takes beyond this is the cost of those.
 */
import { createHash } from "node:crypto";
import { join } from "node:path";
import process from "node:process";
import { DatabaseSync } from "node:sqlite";
import { GroupCommit } from "../../src/disk/group_commit.ts";
import { pragmasOf, SCHEMA, SQL } from "../../src/batch/ledger/ledger_schema.ts";

const [address = "", input = "", folder = "", concurrency = ""] = Deno.args;
const start = process.cpuUsage();
const startMs = performance.now();
const { host, hostname, port } = new URL(address);
const encoder = new TextEncoder();
const decoder = new TextDecoder();
const PAGE_ROWS = 256;
const HEAD_END = "\r\n\r\n";

Deno.mkdirSync(folder);
const database = new DatabaseSync(join(folder, "ledger.sqlite"));
database.exec(pragmasOf() + SCHEMA);
const commits = new GroupCommit(database);
plan();
let after = 0;
let page: Record<string, unknown>[] = [];
let done = 0;
await Promise.all(Array.from({ length: Number(concurrency) }, send));
render();
database.close();

const seconds = (performance.now() - startMs) / 1000;
const { user, system } = process.cpuUsage(start);
const peakMiB = process.resourceUsage().maxRSS / 1024;
// deno-lint-ignore no-console -- its report is its output
console.log(JSON.stringify({ done, seconds, cpuMs: (user + system) / 1000, peakMiB }));

/** Parses the lines of this bench: a ticker, and a company in quotes. */
function plan(): void {
  const insertRequest = database.prepare(SQL.insertRequest);
  const insertRow = database.prepare(SQL.insertRow);
  database.exec("BEGIN");
  for (const [at, line] of Deno.readTextFileSync(input).trimEnd().split("\n").entries()) {
    if (at === 0) continue;
    const [ticker = "", company = ""] = line.slice(0, -1).split(',"');
    const text = `Analyse the company listed under ticker "${ticker}" (${company})`;
    const body = JSON.stringify({ input: text, include: ["verification"] });
    const identity = digestOf(body);
    const { lastInsertRowid } = insertRequest.run(identity, body, at, identity.slice(0, 32));
    insertRow.run(at, at + 1, ticker, company, JSON.stringify([ticker, company]), null, lastInsertRowid, 0);
  }
  database.exec("COMMIT");
}

/** Sends requests in sequence over one connection. */
async function send(): Promise<void> {
  const intent = database.prepare(SQL.intent);
  const answered = database.prepare(SQL.answered);
  const connection = await Deno.connect({ hostname, port: Number(port) });
  const bytes = new Uint8Array(16_384);
  let kept: Promise<void> | undefined;
  for (let next = takeNext(); next !== undefined; next = takeNext()) {
    const { id, body, idempotency_key: key } = next;
    const sentMs = performance.now();
    await commits.run(() => intent.run(new Date().toISOString(), Number(id)));
    const head = `POST /api/v1/agent/reasoning HTTP/1.1\r\nhost: ${host}\r\naccept: application/json\r\n` +
      `content-type: application/json\r\nidempotency-key: ${key}\r\ncontent-length: ${String(body).length}`;
    await connection.write(encoder.encode(head + HEAD_END + String(body)));
    const text = decoder.decode(bytes.subarray(0, await connection.read(bytes) ?? 0));
    const result = JSON.stringify(JSON.parse(text.slice(text.indexOf(HEAD_END) + HEAD_END.length)));
    done++;
    kept = commits.run(() => answered.run("done", result, (performance.now() - sentMs) / 1000, Number(id)));
  }
  await kept;
  connection.close();
}

function takeNext(): Record<string, unknown> | undefined {
  if (page.length === 0) {
    page = database.prepare(
      "SELECT id, body, idempotency_key FROM requests WHERE state = 'planned' AND id > ? ORDER BY id LIMIT ?",
    ).all(after, PAGE_ROWS).reverse();
    after = Number(page[0]?.["id"] ?? after);
  }
  return page.pop();
}

function render(): void {
  const rows = database.prepare("SELECT r.ticker, r.cells, q.* FROM rows r JOIN requests q ON q.id = r.request");
  const csv: string[] = [];
  const lines: string[] = [];
  for (const { ticker, cells, identity, body, state, started_at, seconds, result } of rows.iterate()) {
    const { agent_thesis: { signal, confidence, reasoning }, key_drivers, risks } = JSON.parse(String(result));
    const texts = [ticker, state, signal, confidence, key_drivers.join(" | "), risks.join(" | "), reasoning];
    csv.push([...texts, ...JSON.parse(String(cells))].map(cellText).join(","));
    lines.push(
      `{"ticker":${JSON.stringify(ticker)},"input":${cells},"request":${body},"identity":"${identity}",` +
        `"started_at":"${started_at}","seconds":${seconds},"result":${result}}`,
    );
  }
  keep("theses.csv", csv);
  keep("theses.jsonl", lines);
}

function cellText(cell: unknown): string {
  const text = String(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function keep(name: string, lines: readonly string[]): void {
  const text = lines.join("\n");
  using file = Deno.openSync(join(folder, name), { createNew: true, write: true });
  const bytes = encoder.encode(text);
  for (let at = 0; at < bytes.length;) at += file.writeSync(bytes.subarray(at));
  file.syncSync();
  if (digestOf(Deno.readFileSync(join(folder, name))) !== digestOf(bytes)) throw new Error(`Cannot verify ${name}`);
}

function digestOf(data: string | Uint8Array): string {
  return createHash("sha256").update(data).digest("hex");
}
