/** What a probe says of replies that a screen can hardly read. */
import { equal, match, ok } from "../../assert.ts";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { probeCommand } from "../../../src/commands/service_check/probe_command.ts";
import { answerTo } from "../../batch/fake_research.ts";
import { testHost } from "../captured.ts";

const THESIS = answerTo({ input: "Analyse AAPL" });
const TABLE = /^agent_thesis\.confidence +0\.\d+, fits 0 to 1 +confidence$/m;

/** Probes the reasoning operation of a service with this reply. */
async function probing(
  body: unknown,
  { coding, pack }: { coding?: string; pack?: (text: string) => Uint8Array<ArrayBuffer> } = {},
) {
  const text = JSON.stringify(body);
  const headers = { "content-type": "application/json", ...coding === undefined ? {} : { "content-encoding": coding } };
  const host = testHost({
    fetch: () => Promise.resolve(new Response(pack?.(text) ?? text, { headers })),
    env: (name) => name === "CONVICTION_BASE_URL" ? "http://service.test" : undefined,
  });
  const code = await probeCommand(["--only", "reason"], host);
  return { code, out: host.out.text };
}

Deno.test("probe shows the fields of a packed thesis", async () => {
  const { code, out } = await probing(THESIS, { coding: "gzip", pack: (text) => new Uint8Array(gzipSync(text)) });
  equal(code, 0);
  match(out, TABLE);
});

Deno.test("probe shows the fields of a packed reply that is no thesis", async () => {
  const odd = { ...THESIS, agent_thesis: { ...THESIS.agent_thesis, signal: 1 } };
  const { code, out } = await probing(odd, { coding: "gzip", pack: (text) => new Uint8Array(gzipSync(text)) });
  equal(code, 1);
  match(out, TABLE);
  match(out, /^agent_thesis\.signal +1 +nothing: expected a text$/m);
});

for (const coding of ["br", "zstd"]) {
  Deno.test(`probe says by name that ${coding} cannot be unpacked, and what to do`, async () => {
    const { code, out } = await probing(THESIS, { coding, pack: (text) => new Uint8Array(brotliCompressSync(text)) });
    equal(code, 1);
    match(
      out,
      new RegExp(
        `^FAILED: .*the body is compressed \\(${coding}\\), which was not requested; gzip and deflate can be`,
        "m",
      ),
    );
    match(
      out,
      new RegExp(`^The service, or a proxy before it, packs replies as ${coding} though .*turn that off there`, "m"),
    );
    equal(out.includes("listed above as missing"), false);
  });
}

const KINDS = [
  {
    thesis: { confidence: "0.61" },
    says: "agent_thesis.confidence came as a string and must be a number: only the service",
  },
  { thesis: { signal: 7 }, says: "agent_thesis.signal came as a number and must be a string: only the service" },
];
for (const { thesis, says } of KINDS) {
  Deno.test(`probe says what is wrong with ${JSON.stringify(thesis)}, not that a field is missing`, async () => {
    const { code, out } = await probing({ ...THESIS, agent_thesis: { ...THESIS.agent_thesis, ...thesis } });
    equal(code, 1);
    ok(out.includes(`\n${says}`), out);
    equal(out.includes("listed above as missing"), false);
  });
}
