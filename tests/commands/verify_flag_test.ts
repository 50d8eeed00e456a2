/** `screen --verify` and `nightly --verify`: a service of the user's own, whose theses state something false. */
import type { ReasoningRequest } from "../../src/protocol/reasoning.ts";
import { deepEqual, equal, match, ok } from "../assert.ts";
import { answerTo } from "../batch/fake_research.ts";
import { FakeVerifier } from "../batch/fake_verifier.ts";
import { connectTo } from "../../src/commands/connect_to.ts";
import { exportCommand } from "../../src/commands/export_command.ts";
import { nightlyCommand } from "../../src/commands/nightly_command.ts";
import { screenCommand } from "../../src/commands/screen_command.ts";
import { readVerifier } from "../../src/setup/read_verifier.ts";
import type { Verifier } from "../../src/setup/verifier.ts";
import { shiftedClock } from "../night/shifted_clock.ts";
import { testHost } from "./captured.ts";

const REASONING: Readonly<Record<string, string>> = {
  AAPL: "Revenue was 391.0 billion dollars in fiscal 2024.",
  IBM: "Margins fell 7%.",
  "Apple Inc": "Revenue was 333 billion dollars in fiscal 2023.",
};

function reasoningOf({ input }: ReasoningRequest): string {
  return REASONING[/"([^"]+)"/.exec(input)?.[1] ?? ""] ?? "Even.";
}

/** A service on a port of this machine that states these things. */
function statingService(): { readonly baseUrl: string } & AsyncDisposable {
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, async (request) => {
    const body = await request.json() as ReasoningRequest;
    const { agent_thesis, ...rest } = answerTo(body);
    return Response.json({
      ...rest,
      agent_thesis: { ...agent_thesis, reasoning: reasoningOf(body) },
    });
  });
  return { baseUrl: `http://127.0.0.1:${server.addr.port}`, [Symbol.asyncDispose]: () => server.shutdown() };
}

/** The fake as the command opens it: it checks percentages only. */
function fakeVerifier(): FakeVerifier & Verifier {
  return Object.assign(new FakeVerifier(), {
    verifyText: () => Promise.reject(new Error("no text is checked here")) as never,
  });
}

function hostIn(folder: string, openVerifier: (data: { readonly data?: string | undefined }) => Promise<Verifier>) {
  return testHost({
    clock: shiftedClock(new Date("2024-03-01T22:00:00")), // the service is on a port, where time passes by itself
    ...{ folder, openVerifier, connect: (settings) => Promise.resolve(connectTo(settings)) },
    readText: (path) => path.endsWith(".csv") || path.endsWith(".jsonl") ? Deno.readTextFileSync(path) : undefined,
  });
}

async function desk(list = "ticker\nAAPL\nIBM\n") {
  const folder = await Deno.makeTempDir();
  await Deno.writeTextFile(`${folder}/list.csv`, list);
  return folder;
}

const read = (folder: string, name: string) => Deno.readTextFile(`${folder}/out/${name}`);

Deno.test("screen --verify says at its end which theses state something false, and an export says the same", async () => {
  const folder = await desk();
  await using service = statingService();
  const opened: (string | undefined)[] = [];
  const host = hostIn(folder, ({ data }) => {
    opened.push(data);
    return Promise.resolve(fakeVerifier());
  });
  const args = ["list.csv", "--base-url", service.baseUrl, "--out", "out", "--verify", "own"];
  equal(await screenCommand(args, host), 0, host.err.text);
  deepEqual(opened, [`${folder}/own`]);
  match(
    host.out.text,
    /^Checked against Test data \(to 29 Feb 2024\): 1 of 2 theses contains an error \(0 claims confirmed, 1\nwrong/m,
  );
  match(await read(folder, "theses.csv"), /,claims_proven,claims_false,claims_unknown,first_false,in_ticker\n/);
  match(await read(folder, "theses.csv"), /^2,IBM,done,.*,0,1,0,Margins fell 7%: the data say 8%,IBM$/m);
  const page = await read(folder, "report.html");
  ok(page.includes('<a href="#checks">Which, and why</a>'));
  equal(JSON.parse(await read(folder, "manifest.json")).options.verify, "own");

  const exported = testHost({ folder });
  equal(await exportCommand(["out"], exported), 0, exported.err.text);
  equal(await read(folder, "report.html"), page);
});

Deno.test("the same command without --verify is another run, and is refused in the folder of the first", async () => {
  const folder = await desk();
  await using service = statingService();
  const host = hostIn(folder, () => Promise.resolve(fakeVerifier()));
  const args = ["list.csv", "--base-url", service.baseUrl, "--out", "out"];
  equal(await screenCommand([...args, "--verify", "own"], host), 0, host.err.text);
  equal(await screenCommand(args, host), 2);
  match(host.err.text, /the data to verify on was "Test data to 2024-02-29, a+", and is not set/);
});

Deno.test("screen --json has the check of each row and of the run", async () => {
  const folder = await desk();
  await using service = statingService();
  const host = hostIn(folder, () => Promise.resolve(fakeVerifier()));
  await screenCommand(["list.csv", "--base-url", service.baseUrl, "--out", "out", "--verify", "own", "--json"], host);
  const lines = host.out.text.trim().split("\n").map((line) => JSON.parse(line));
  const ibm = lines.find(({ ticker }) => ticker === "IBM");
  deepEqual([ibm.claims_false, ibm.first_false], [1, "Margins fell 7%: the data say 8%"]);
  equal(lines.at(-1).verify.stating_false, 1);
});

Deno.test("a night checks its theses too", async () => {
  const folder = await desk();
  await using service = statingService();
  const host = hostIn(folder, () => Promise.resolve(fakeVerifier()));
  const args = ["list.csv", "--base-url", service.baseUrl, "--out", "out", "--verify", "own", "--night", "2024-03-01"];
  equal(await nightlyCommand(args, host), 0, host.err.text + host.out.text);
  equal(JSON.parse(await read(folder, "manifest.json")).verify.claims_false, 1);
});

Deno.test("a folder of --verify that cannot be read is wrong usage, and nothing is sent", async () => {
  const folder = await desk();
  await using service = statingService();
  const host = hostIn(folder, readVerifier);
  const args = ["list.csv", "--base-url", service.baseUrl, "--out", "out", "--verify", "absent"];
  equal(await screenCommand(args, host), 2);
  match(host.err.text, /absent/);
});

Deno.test("checked on the sample, a false figure of a service of one's own is found, with what the report says", async () => {
  const folder = await desk("ticker\nAAPL\nApple Inc\n");
  await using service = statingService();
  const host = hostIn(folder, readVerifier);
  const args = ["list.csv", "--base-url", service.baseUrl, "--out", "out", "--as-of", "2025-03-31"];
  equal(await screenCommand([...args, "--verify", "sample"], host), 0, host.err.text);
  const lines = (await read(folder, "theses.jsonl")).trim().split("\n").map((line) => JSON.parse(line));
  deepEqual(lines.map(({ claims_proven, claims_false }) => [claims_proven > 0, claims_false > 0]), [
    [true, false],
    [false, true],
  ]);
  match(lines[1].first_false, /^Revenue was 333 billion dollars in fiscal 2023\. \(333 billion dollars: /);
});

Deno.test("of the embedded service's own theses nothing is false on its own data", async () => {
  const folder = await desk("ticker\nAAPL\nIBM\nMSFT\n");
  const host = hostIn(folder, readVerifier);
  equal(await screenCommand(["list.csv", "--out", "out", "--files", "none", "--verify", "sample"], host), 0);
  const { checked, stating_false } = JSON.parse(await read(folder, "manifest.json")).verify;
  deepEqual([checked, stating_false], [3, 0]);
});
