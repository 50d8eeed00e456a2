/**
 * A process of its own: `HOST ANSWER_MS [MODE]...`. Prints its address; `GET /_report` has what it counted, and
 * `GET /_refuse?seconds=N` makes it refuse the next request with status 429 and this Retry-After. Modes: `keys` runs a
 * repeated key once; `fails` answers each request with status 422; `files` gives each answer two files.
 */
const [hostname = "127.0.0.1", answerMs = "1000", ...modes] = Deno.args;
const FILE_ROUTE = "/v1/files/";
/** Arrivals and executions by question, and when each execution began. */
const arrivals = new Map<string, number>();
const executions = new Map<string, number>();
const starts: number[] = [];
const byKey = new Map<string, Promise<string>>();
/** Seconds to name in the next refusal. */
let refuseFor: string | null = null;

/** A text and a table; both have the same names in each answer. */
function filesOn(question: string) {
  return ["note.txt", "prices.csv"].map((filename) => ({
    filename,
    file_id: encodeURIComponent(`${filename} ${question}`),
  }));
}

/** Some 8 KiB that only this file has. */
function contentOf(fileId: string): string {
  return `${decodeURIComponent(fileId)}\n`.repeat(Math.ceil(8_192 / (fileId.length + 1)));
}

async function execute(question: string): Promise<string> {
  executions.set(question, (executions.get(question) ?? 0) + 1);
  await new Promise((resolve) => setTimeout(resolve, Number(answerMs)));
  const digit = [...question].reduce((sum, char) => sum + (char.codePointAt(0) ?? 0), 0) % 10;
  return JSON.stringify({
    agent_thesis: { signal: "neutral", confidence: 0.5 + digit / 100, reasoning: `On ${question}: even.` },
    key_drivers: [],
    risks: [],
    metadata: modes.includes("files") ? { files: filesOn(question) } : {},
  });
}

Deno.serve(
  { port: 0, hostname, onListen: ({ port }) => console.log(`http://${hostname}:${port}`) },
  async (request) => {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname.startsWith(FILE_ROUTE)) {
      return new Response(contentOf(decodeURIComponent(pathname.slice(FILE_ROUTE.length))));
    }
    if (pathname === "/_report") {
      return Response.json({ arrivals: [...arrivals], executions: [...executions], starts });
    }
    if (pathname === "/_refuse") {
      refuseFor = searchParams.get("seconds");
      return new Response(null, { status: 204 });
    }
    if (request.method !== "POST") return new Response(null, { status: 404 });
    const { input } = await request.json() as { readonly input: string };
    arrivals.set(input, (arrivals.get(input) ?? 0) + 1);
    starts.push(performance.now());
    if (refuseFor !== null) {
      const headers = { "retry-after": refuseFor };
      refuseFor = null;
      return Response.json({ error: { code: "slow_down", message: "Later." } }, { status: 429, headers });
    }
    if (modes.includes("fails")) {
      return Response.json({ error: { code: "no_data", message: "Nothing is known of it." } }, { status: 422 });
    }
    const key = modes.includes("keys") ? request.headers.get("idempotency-key") : null;
    const kept = key === null ? undefined : byKey.get(key);
    const answer = kept ?? execute(input);
    if (key !== null) byKey.set(key, answer);
    const headers = { "content-type": "application/json", ...key !== null && { "conviction-idempotency": "honoured" } };
    return new Response(await answer, { headers });
  },
);
