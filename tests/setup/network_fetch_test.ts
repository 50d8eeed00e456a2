/** Proxies and certificates come from the environment, so each case runs in a separate process. */
import { deepEqual, equal, match, ok } from "../assert.ts";
import { sweep } from "../sweeps.ts";

const CHILD = new URL("../client/ask_child.ts", import.meta.url).pathname;
const TLS = new URL("../fixtures/tls/", import.meta.url).pathname;
const KEY = "sk-canary-4711-secret";
const THESIS = { agent_thesis: { signal: "neutral", confidence: 0.51, reasoning: "r" }, key_drivers: ["d"], risks: [] };

interface Ended {
  readonly state: string;
  /** The notice at the start of a run. */
  readonly notice: string;
  readonly message?: string;
  readonly shown?: string;
  /** Length of the downloaded file, and what the client says of the service. */
  readonly bytes?: number;
  readonly notes?: readonly string[];
}

/** Runs a process with this environment and returns how it ended. */
async function askWith(
  env: Readonly<Record<string, string>>,
  baseUrl: string,
  times: number | "file" = 1,
): Promise<Ended> {
  const home = Deno.env.toObject();
  const kept = ["PATH", "HOME", "DENO_DIR"].flatMap((name) => home[name] === undefined ? [] : [[name, home[name]]]);
  const { stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--no-prompt", "--allow-net", "--allow-read", "--allow-env", CHILD, baseUrl, KEY, String(times)],
    env: { DENO_NO_UPDATE_CHECK: "1", ...Object.fromEntries(kept), ...env },
    clearEnv: true,
  }).output();
  const [line = ""] = new TextDecoder().decode(stdout).trim().split("\n").slice(-1);
  ok(line !== "", new TextDecoder().decode(stderr));
  return JSON.parse(line);
}

/** A service, optionally with a certificate, and its number of requests. */
function startService(tls: { readonly cert: string; readonly key: string } | undefined) {
  let asked = 0;
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {}, ...tls }, async (request) => {
    await request.text();
    asked++;
    return Response.json(THESIS);
  });
  const baseUrl = tls === undefined ? `http://127.0.0.1:${server.addr.port}` : `https://localhost:${server.addr.port}`;
  return {
    baseUrl,
    get asked() {
      return asked;
    },
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}

const CERTIFIED = {
  cert: await Deno.readTextFile(`${TLS}localhost.pem`),
  key: await Deno.readTextFile(`${TLS}localhost.key`),
};

type Proxying = "answers itself" | "refuses tunnels" | "requires a password" | "tunnels";

/** A proxy that records the first line and the key of each request. */
function startProxy(does: Proxying, target = 0) {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const lines: string[] = [];
  const keys: string[] = [];
  const answers: Record<Exclude<Proxying, "tunnels">, string> = {
    "answers itself": `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\nconnection: close\r\ncontent-length: ${
      JSON.stringify(THESIS).length
    }\r\n\r\n${JSON.stringify(THESIS)}`,
    "refuses tunnels": "HTTP/1.1 403 No\r\n\r\n",
    "requires a password": "HTTP/1.1 407 No\r\n\r\n",
  };
  const serve = async (conn: Deno.Conn) => {
    const buffer = new Uint8Array(65536);
    const read = await conn.read(buffer) ?? 0;
    const head = new TextDecoder().decode(buffer.subarray(0, read));
    lines.push(head.split("\r\n")[0] ?? "");
    if (head.includes(KEY)) keys.push(KEY);
    if (does !== "tunnels") {
      await conn.write(new TextEncoder().encode(answers[does]));
      return conn.close();
    }
    const upstream = await Deno.connect({ hostname: "127.0.0.1", port: target });
    await conn.write(new TextEncoder().encode("HTTP/1.1 200 OK\r\n\r\n"));
    await Promise.allSettled([conn.readable.pipeTo(upstream.writable), upstream.readable.pipeTo(conn.writable)]);
  };
  const serving = (async () => {
    const work: Promise<void>[] = [];
    for await (const conn of listener) work.push(serve(conn).catch(() => {}));
    await Promise.all(work);
  })();
  return {
    url: `http://127.0.0.1:${(listener.addr as Deno.NetAddr).port}`,
    lines,
    keys,
    async [Symbol.asyncDispose]() {
      listener.close();
      await serving;
    },
  };
}

Deno.test("requests to a local service bypass any proxy", async () => {
  for (const name of ["HTTP_PROXY", "http_proxy", "ALL_PROXY"]) {
    await using service = startService(undefined);
    await using proxy = startProxy("answers itself");
    const { state, notice } = await askWith({ [name]: proxy.url }, service.baseUrl);
    equal(state, "answered");
    equal(notice, `Service ${service.baseUrl}. Requests bypass ${name}.`);
    deepEqual([service.asked, proxy.lines], [1, []], name);
  }
});

Deno.test("requests to a remote service use the proxy, unless NO_PROXY names the service", async () => {
  await using proxy = startProxy("answers itself");
  equal((await askWith({ HTTP_PROXY: proxy.url }, "http://research.invalid")).state, "answered");
  deepEqual(proxy.lines, ["POST http://research.invalid/api/v1/agent/reasoning HTTP/1.1"]);
  const direct = await askWith({ HTTP_PROXY: proxy.url, NO_PROXY: ".invalid" }, "http://research.invalid");
  deepEqual([direct.state, proxy.lines.length], ["not_sent", 1]);
  match(direct.message ?? "", /the service cannot be reached: its host name is unknown$/);
});

Deno.test("https uses a tunnel through a proxy: the proxy never sees the key", async () => {
  await using service = startService(CERTIFIED);
  const port = Number(new URL(service.baseUrl).port);
  await using proxy = startProxy("tunnels", port);
  const env = { HTTPS_PROXY: proxy.url, DENO_CERT: `${TLS}authority.pem` };
  const { state, message } = await askWith(env, `https://research.invalid:${port}`);
  deepEqual([state, proxy.lines], ["not_sent", [`CONNECT research.invalid:${port} HTTP/1.1`]]);
  match(message ?? "", /its certificate is for another name$/);
  deepEqual([proxy.keys, service.asked], [[], 0]);
});

const PROXY_FAILURES = [
  { does: "refuses tunnels", message: /the proxy refuses to connect to it$/ },
  { does: "requires a password", message: /the proxy requires a password$/ },
] as const;

for (const { does, message } of PROXY_FAILURES) {
  Deno.test(`a proxy that ${does}: not sent`, async () => {
    await using proxy = startProxy(does);
    const ended = await askWith({ HTTPS_PROXY: proxy.url }, "https://research.invalid");
    equal(ended.state, "not_sent");
    match(ended.message ?? "", message);
    ok(!JSON.stringify(ended).includes(KEY));
  });
}

const TRUST: readonly { readonly env: Readonly<Record<string, string>>; readonly state: string }[] = [
  { env: {}, state: "not_sent" },
  { env: { SSL_CERT_FILE: `${TLS}authority.pem` }, state: "answered" },
  { env: { DENO_CERT: `${TLS}authority.pem` }, state: "answered" },
  { env: { NODE_EXTRA_CA_CERTS: `${TLS}authority.pem` }, state: "answered" },
  { env: { DENO_TLS_CA_STORE: "system", SSL_CERT_FILE: `${TLS}authority.pem` }, state: "answered" },
  { env: { DENO_TLS_CA_STORE: "mozilla", SSL_CERT_FILE: `${TLS}authority.pem` }, state: "not_sent" },
  { env: { SSL_CERT_FILE: "/nowhere.pem" }, state: "not_sent" },
  { env: { SSL_CERT_FILE: `${TLS}authority.pem`, HTTPS_PROXY: "http://127.0.0.1:9" }, state: "answered" },
];

for (const { env, state } of sweep("setup/network_fetch", TRUST, 1_000)) {
  const names = Object.entries(env).map(([name, value]) => `${name}=${value.replace(TLS, "")}`).join(" ") || "nothing";
  Deno.test(`with ${names} set, a request to a service with a private certificate authority is ${state}`, async () => {
    await using service = startService(CERTIFIED);
    const times = 8; // at once, because each one that fails in the handshake is retried
    const ended = await askWith(env, service.baseUrl, times);
    deepEqual([ended.state, service.asked], [state, state === "answered" ? times : 0], ended.message);
    if (state !== "answered") match(ended.message ?? "", /its certificate is not trusted here; .* DENO_CERT$/);
  });
}

/** A service of HTTP/2 in a process of its own; `ended` closes it and says what it was asked. */
async function startHttp2(...args: readonly string[]) {
  const service = new Deno.Command("node", {
    args: [new URL("http2_service.mjs", import.meta.url).pathname, TLS, ...args],
    stdin: "piped",
    stdout: "piped",
  }).spawn();
  const reader = service.stdout.pipeThrough(new TextDecoderStream()).getReader();
  const readLine = async () => {
    let line = "";
    while (!line.endsWith("\n")) line += (await reader.read()).value ?? "\n";
    return line;
  };
  return {
    baseUrl: `https://localhost:${(await readLine()).trim()}`,
    async ended(): Promise<{ deliveries: number; most: number }> {
      await service.stdin.close();
      const line = await readLine();
      await Promise.all([reader.cancel(), service.status]);
      return JSON.parse(line);
    },
  };
}

const HTTP2 = [
  { does: "answers", state: "answered" },
  { does: "refuses the stream", state: "not_sent" },
  { does: "cancels the stream", state: "maybe_sent" },
  { does: "ends the session", state: "maybe_sent" },
];

for (const { does, state } of sweep("setup/network_fetch", HTTP2, 1_000)) {
  Deno.test(`a service of HTTP/2 alone that ${does} after it read a request: ${state}, delivered once`, async () => {
    const service = await startHttp2(does);
    const ended = await askWith({ DENO_CERT: `${TLS}authority.pem` }, service.baseUrl);
    const { deliveries } = await service.ended();
    deepEqual([ended.state, deliveries], [state, 1], ended.message);
  });
}

const MOST_STREAMS = 100;
const AT_ONCE = 250;

Deno.test(`a service of both HTTPs that allows ${MOST_STREAMS} requests on a connection gets ${AT_ONCE} at once`, async () => {
  const service = await startHttp2("holds its requests", String(MOST_STREAMS), String(AT_ONCE));
  const ended = await askWith({ DENO_CERT: `${TLS}authority.pem` }, service.baseUrl, AT_ONCE);
  const { most } = await service.ended();
  deepEqual([ended.state, most], ["answered", AT_ONCE], ended.message);
});

for (const does of ["cancels the file", "ends the file without an error"]) {
  Deno.test(`half a file is an error, and asked for again, where a service of both HTTPs ${does}`, async () => {
    const service = await startHttp2(does);
    const ended = await askWith({ DENO_CERT: `${TLS}authority.pem` }, service.baseUrl, "file");
    const { deliveries } = await service.ended();
    deepEqual([ended.state, deliveries], ["maybe_sent", 2]);
    match(ended.message ?? "", /^Cannot get file f after 2 attempts: the connection broke$/);
  });
}
