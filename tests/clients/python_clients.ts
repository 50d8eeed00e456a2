import { hasProgram } from "../needs.ts";
import type { Connection, Outcome } from "./client.ts";
import type { Case } from "./clean.ts";

/** A Python with the modules of `requirements.txt` beside this file. */
const PYTHON = Deno.env.get("CONVICTION_CLIENTS_PYTHON") ?? Deno.env.get("CONVICTION_PYTHON") ?? "python3";

const MODULES = [
  ...[
    "openai",
    "langchain_openai",
    "litellm",
    "agents",
    "pydantic_ai",
    "haystack",
    "agno",
    "agent_framework",
    "fastmcp",
  ],
];

/** Which clients of Python are run, and by which Python. */
export interface PythonScript {
  /** The script beside this file, and what it is started with. Default: `python_clients.py`. */
  readonly args?: readonly [script: string, ...clients: string[]];
  /** Default: the one of {@linkcode missingPythonClients}. */
  readonly python?: string;
}

/** What the Python clients need and this machine has not, if anything. */
export function missingPythonClients(): string | undefined {
  const find = `import importlib.util as u, sys; sys.exit(not all(map(u.find_spec, ${JSON.stringify(MODULES)})))`;
  return hasProgram(PYTHON, ["-c", find]) ? undefined : `a Python with tests/clients/requirements.txt, not ${PYTHON}`;
}

/** Runs the cases of each Python client, and returns what came of each, by client and case. */
export async function runPythonClients(
  connection: Connection,
  cases: readonly Case[],
  { args: [name, ...clients] = ["python_clients.py"], python = PYTHON }: PythonScript = {},
): Promise<ReadonlyMap<string, Outcome>> {
  const asked = { ...connection, cases: Object.fromEntries(cases.map(({ name, questions }) => [name, questions])) };
  const args = [new URL(name, import.meta.url).pathname, ...clients];
  const child = new Deno.Command(python, { args, stdin: "piped", stdout: "piped", stderr: "piped" }).spawn();
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(JSON.stringify(asked)));
  await writer.close();
  const { stdout, stderr, success } = await child.output();
  const decoder = new TextDecoder();
  if (!success) throw new Error(`Cannot run the Python clients:\n${decoder.decode(stderr)}`);
  const lines: { client: string; case: string; outcome: Outcome }[] = decoder.decode(stdout).split("\n")
    .filter((line) => line.startsWith('{"client"')).map((line) => JSON.parse(line));
  return new Map(lines.map((line) => [outcomeKey(line.client, line.case), line.outcome]));
}

/** The key of an outcome. */
export function outcomeKey(client: string, caseName: string): string {
  return `${client}: ${caseName}`;
}
