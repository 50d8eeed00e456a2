import { deepEqual, equal, match, notEqual } from "../assert.ts";
import { sweep } from "../sweeps.ts";
import { serveCommand } from "../../src/commands/serve_command.ts";
import { companyFacts } from "../data/folder/made_files.ts";
import { inFolder } from "../data/in_folder.ts";
import { called } from "./called.ts";
import { fakeInterrupt, testHost } from "./captured.ts";
import { ending, startPipeline } from "./run_pipeline.ts";

const ENV = { CONVICTION_API_KEY: "sk-of-the-state-test" };
const envOf = (name: string) => name === "CONVICTION_API_KEY" ? ENV[name] : undefined;

/** A service on a port, as a user starts it; closed as by Ctrl-C. */
async function serving<T>(folder: string, use: (url: string) => Promise<T>): Promise<T> {
  const child = startPipeline("serve", { folder, args: ["--port", "0", "--state", "kept"], env: ENV });
  const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  let said = "";
  while (!/Listening on (\S+)\n/.test(said)) {
    const { value } = await reader.read();
    if (value === undefined) break;
    said += value;
  }
  try {
    return await use(/Listening on (\S+)\n/.exec(said)?.[1] ?? "");
  } finally {
    child.kill("SIGTERM");
    while (!(await reader.read()).done);
    await child.stderr.cancel();
    equal((await child.status).code, 0);
  }
}

async function ask(url: string, key: string, input = "Analyse AAPL"): Promise<{ status: number; text: string }> {
  const reply = await fetch(`${url}/api/v1/agent/reasoning`, {
    method: "POST",
    headers: {
      "authorization": `Bearer ${ENV.CONVICTION_API_KEY}`,
      "content-type": "application/json",
      "idempotency-key": key,
    },
    body: JSON.stringify({ input }),
  });
  return { status: reply.status, text: await reply.text() };
}

Deno.test("serve --state answers a repeated key after a restart with the same answer", async () => {
  const folder = await Deno.makeTempDir();
  const first = await serving(folder, (url) => ask(url, "key-1"));
  const [repeated, other] = await serving(folder, async (url) => [await ask(url, "key-1"), await ask(url, "key-2")]);
  deepEqual([repeated, repeated?.status], [first, 200]);
  notEqual(other?.text, first.text); // its response_id is new in each execution
  await Deno.remove(folder, { recursive: true });
});

/** A service of this process, closed as by Ctrl-C; with what it says up to its address. */
async function served<T>(
  folder: string,
  args: readonly string[],
  use: (url: string, said: string) => Promise<T>,
): Promise<T> {
  const interrupt = fakeInterrupt();
  const listening = Promise.withResolvers<string>();
  const host = testHost({ folder, onInterrupt: interrupt.onInterrupt, env: envOf });
  let said = "";
  const write = (text: string) => {
    said += text;
    const [, url] = /Listening on (\S+)\n/.exec(said) ?? [];
    if (url !== undefined) listening.resolve(url);
  };
  const ended = serveCommand(["--port", "0", ...args], { ...host, out: { ...host.out, write } });
  try {
    return await use(await listening.promise, said);
  } finally {
    interrupt.press();
    equal(await ended, 0);
  }
}

Deno.test("serve with a folder of filings alone answers what they state, and offers names for a sector that they have not", async () => {
  const files = { "companies.csv": "ticker,name,cik\nHOME,Home Holdings,1\n", "CIK0000000001.json": companyFacts(1) };
  await inFolder(files, async (data) => {
    const folder = await Deno.makeTempDir();
    await served(folder, ["--data", data], async (url, said) => {
      match(said, /^Filings for 1 name, from 1 file; no prices\. As of /);
      const thesis = JSON.parse((await ask(url, "key-1", "What is HOME's revenue?")).text);
      equal(thesis.agent_thesis.signal, "no_view");
      match(
        thesis.agent_thesis.reasoning,
        /^\*\*Home Holdings' revenue in the year to 31 Dec 2019 was \$1,000\.\*\*/,
      );
      const { status, text } = await ask(url, "key-2", "How did the technology sector do?");
      equal(status, 422);
      match(text, /no company of the Information Technology sector\. Ask about one company by ticker or name/);
    });
    await Deno.remove(folder, { recursive: true });
  });
});

const OPERATOR: readonly (readonly [question: string, ofFolder: boolean, says: RegExp])[] = [
  [
    "Analyse PLTR",
    false,
    /"PLTR"\..* The SEC has filings by Palantir Technologies Inc\. \(PLTR\)\. .*: `deno task -q conviction data fetch PLTR --from edgar --data my_data`, then `deno task -q serve --data my_data`\./,
  ],
  [
    "Compare Palantir and Snowflake",
    true,
    /\(SNOW\)\. .*: `deno task -q conviction data fetch PLTR SNOW --from edgar --data '.+a b'`, then restart it\./,
  ],
  ["Analyse Palantier", false, /^(?!.*data fetch).*does not know \"Palantier\"/],
  ["Analyse SPY", false, /^(?!.*data fetch).*SPY/],
];
for (const [question, ofFolder, says] of OPERATOR) {
  Deno.test(`serve on ${ofFolder ? "a folder" : "the sample"}: ${question}: a refusal names what its operator runs, and nothing is fetched`, async () => {
    await inFolder({ "a b/HOME.csv": "date,close\n2026-01-02,1\n2026-01-05,2\n" }, async (folder) => {
      await served(folder, ofFolder ? ["--data", `${folder}/a b`] : [], async (url) => {
        const { status, text } = await ask(url, "key-1", question);
        equal(status, 422, text);
        match(JSON.parse(text).error.message, says);
      });
    });
  });
}

Deno.test("serve --retain is how long everything is kept, and GET /v1/limits says it", async () => {
  const folder = await Deno.makeTempDir();
  const headers = { authorization: `Bearer ${ENV.CONVICTION_API_KEY}` };
  const limits = await served(
    folder,
    ["--state", "kept", "--retain", "10m"],
    async (url) => await (await fetch(`${url}/v1/limits`, { headers })).json(),
  );
  const kept = ["idempotency", "responses", "files", "background"].map((name) => limits[name].kept_ms);
  deepEqual(kept, [600_000, 600_000, 600_000, 600_000]);
  await Deno.remove(folder, { recursive: true });
});

const TLS = new URL("../fixtures/tls/", import.meta.url);
const files: Readonly<Record<string, string>> = {
  "/nowhere/a.pem": await Deno.readTextFile(new URL("localhost.pem", TLS)),
  "/nowhere/a.key": await Deno.readTextFile(new URL("localhost.key", TLS)),
  "/nowhere/b.pem": await Deno.readTextFile(new URL("authority.pem", TLS)),
};
const readText = (path: string) => files[path];
const ADDRESS = [
  { args: ["--host", "0.0.0.0"], says: "Cannot listen on 0.0.0.0: other machines could reach it, and no key is set" },
  {
    args: ["--public-url", "research.example"],
    says: "Cannot use --public-url research.example: it is not an address like https://research.example",
  },
  {
    args: ["--public-url", "https://a:b@research.example"],
    says: "Cannot use --public-url https://a:b@research.example: it is not an address like https://research.example",
  },
  { args: ["--cert", "a.pem"], says: "Cannot use --cert a.pem: --tls-key is missing" },
  { args: ["--tls-key", "a.key"], says: "Cannot use --tls-key a.key: --cert is missing" },
  {
    args: ["--cert", "c.pem", "--tls-key", "a.key"],
    says: "Cannot use --cert c.pem: there is no such file that may be read",
  },
  {
    args: ["--cert", "a.key", "--tls-key", "a.key"],
    says: "Cannot use --cert a.key: it holds no certificate in PEM",
  },
  {
    args: ["--cert", "a.pem", "--tls-key", "a.pem"],
    says: "Cannot use --tls-key a.pem: it holds no private key in PEM",
  },
  {
    args: ["--cert", "b.pem", "--tls-key", "a.key"],
    says: "Cannot use --tls-key a.key: it is not the key of the certificate",
  },
] as const;
for (const { args, says } of ADDRESS) {
  Deno.test(`serve ${args.join(" ")} is a usage error of one sentence, and nothing is served`, async () => {
    const host = testHost({ folder: "/nowhere", readText });
    equal(await serveCommand(args, host), 2);
    deepEqual([host.out.text, host.err.text], ["", `error: ${says}\n`]);
  });
}

Deno.test("serve with a certificate and a public address says both", async () => {
  const interrupt = fakeInterrupt();
  const { promise: listening, resolve } = Promise.withResolvers<string>();
  const host = testHost({ folder: "/nowhere", readText, onInterrupt: interrupt.onInterrupt });
  const out = {
    ...host.out,
    write(text: string) {
      host.out.text += text;
      if (text.includes("Certificate: ")) resolve(text);
    },
  };
  const args = [
    "--port",
    "0",
    "--cert",
    "a.pem",
    "--tls-key",
    "a.key",
    "--public-url",
    "https://research.example/desk/",
  ];
  const ended = serveCommand(args, { ...host, out });
  await listening;
  interrupt.press();
  equal(await ended, 0);
  match(host.out.text, /^Listening on https:\/\/research\.example\/desk\nCertificate: DNS:localhost.*; until 21\d\d-/m);
  match(host.out.text, /^curl -N https:\/\/research\.example\/desk\/v1\/responses /m);
});

const WRONG = [
  {
    name: "without a configured key",
    env: { CONVICTION_API_KEY: "" },
    make: () => Promise.resolve(),
    says: /set CONVICTION_API_KEY, or name a file of keys with --keys\n$/,
  },
  {
    name: "with a folder that contains other files",
    env: ENV,
    make: async (folder: string) => {
      await Deno.mkdir(`${folder}/kept`);
      await Deno.writeTextFile(`${folder}/kept/notes.txt`, "mine");
    },
    says: /^error: Cannot use \S+kept for the service's state: it holds notes\.txt; choose an empty folder\n$/,
  },
];
for (const { name, env, make, says } of WRONG) {
  Deno.test(`serve --state ${name} is a usage error of one sentence, and nothing is served`, async () => {
    const folder = await Deno.makeTempDir();
    await make(folder);
    const args = ["--port", "0", "--state", "kept"];
    const { code, out, err } = await called("serve", { folder, args, env });
    deepEqual([code, out], [2, ""]);
    match(err, says);
    await Deno.remove(folder, { recursive: true });
  });
}

for (
  const { args, says } of [
    { args: ["--port", "70000"], says: /^error: Cannot use --port 70000: it is not a number from 0 to 65535\n$/ },
    { args: ["here"], says: /^error: Cannot use "here": serve takes flags only\n$/ },
    {
      args: ["--sandbox", "none"],
      says: /^error: Cannot use --sandbox none: it is not one of bubblewrap, permissions/,
    },
    { args: ["--data", "gone"], says: /^error: Cannot read the data folder .*gone/ },
  ]
) {
  Deno.test(`serve ${args.join(" ")} is a usage error`, async () => {
    const host = testHost({ folder: "/nowhere" });
    equal(await serveCommand(args, host), 2);
    match(host.err.text, says);
    equal(host.out.text, "");
  });
}

const REFUSED = [
  {
    by: "--sandbox",
    args: ["--sandbox", "permissions"],
    env: {},
    says: /the tier "permissions" does not start here, because no permission to start deno; add --allow-run=deno/,
  },
  {
    by: "CONVICTION_SANDBOX",
    args: [],
    env: { CONVICTION_SANDBOX: "bubblewrap" },
    says: /the tier "bubblewrap" does not start here, because no permission to start deno; /,
  },
];
for (const { by, args, env, says } of sweep("commands/sandbox_refusals", REFUSED)) {
  Deno.test(`serve refuses to start when the sandbox that ${by} asks for cannot be had`, async () => {
    const folder = await Deno.makeTempDir(); // the process may start `sh` only
    const { code, out, err } = await ending(startPipeline("serve", { folder, args: ["--port", "0", ...args], env }));
    deepEqual([code, out], [2, ""]);
    match(err, says);
    await Deno.remove(folder, { recursive: true });
  });
}

const TIERS = [
  {
    args: ["--sandbox", "permissions"],
    says: /^Sandbox of the agent's code: permissions(?:; its memory use is not watched)?$/m,
  },
  { args: [], says: /^Sandbox of the agent's code: (?:bubblewrap|permissions)/m },
];
for (const { args, says } of sweep("commands/sandbox_tiers", TIERS)) {
  Deno.test(`serve ${args.join(" ")} says in its first lines on which tier code runs`, async () => {
    const interrupt = fakeInterrupt();
    const host = testHost({ onInterrupt: interrupt.onInterrupt });
    const out = {
      ...host.out,
      write(text: string) {
        host.out.write(text);
        if (text.includes("Ctrl-C stops it")) queueMicrotask(() => interrupt.press());
      },
    };
    equal(await serveCommand(["--port", "0", ...args], { ...host, out }), 0);
    match(host.out.text, says);
  });
}

Deno.test("serve --help says what a restart loses", async () => {
  const { code, out } = await called("serve", { folder: "/", args: ["--help"] });
  equal(code, 0);
  match(out, /--state DIR .*restart/s);
});
