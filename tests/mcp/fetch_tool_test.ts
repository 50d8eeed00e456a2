/** `fetch_company`: when it is offered, what it may ask for, and that the other tools then have what came. */
import { deepEqual, equal, match, ok } from "../assert.ts";
import { mcpCommand, type McpHost } from "../../src/commands/mcp_command.ts";
import { readTextFile } from "../../src/commands/text_file.ts";
import { systemClock } from "../../src/pace/system_clock.ts";
import { CONTACT, factsOf, listOf, published } from "../connect/made_edgar.ts";
import { testHost } from "../commands/captured.ts";
import { calling } from "./fixture.ts";

const NAME = "Palantir Technologies Inc.";
const PLTR = { cik: 1321655, tickers: ["PLTR"], name: NAME, filings: [], facts: [{}] };
const REPLIES = published([PLTR]);

async function run(
  args: readonly string[],
  { env = { CONVICTION_CONTACT: CONTACT }, kept }: { env?: Record<string, string>; kept?: string } = {},
  answer: McpHost["answer"] = () => Promise.resolve(),
) {
  const home = await Deno.makeTempDir();
  await Deno.mkdir(`${home}/.config/conviction`, { recursive: true });
  if (kept !== undefined) await Deno.writeTextFile(`${home}/.config/conviction/settings.json`, kept);
  const sent: string[] = [];
  const host = testHost({
    ...{ folder: home, clock: systemClock, readText: readTextFile },
    env: (name) => ({ HOME: home, CONVICTION_TIINGO_KEY: "tiingo-key", ...env })[name],
    fetch: (url) => {
      sent.push(url);
      const reply = REPLIES.get(url);
      return Promise.resolve(new Response(reply?.body ?? "<Code>NoSuchKey</Code>", { status: reply ? 200 : 404 }));
    },
  });
  const tools: string[] = [];
  const code = await mcpCommand(args, {
    ...host,
    answer: async (assistant, signal) => {
      tools.push(...assistant.tools.map(({ name }) => name));
      await answer(assistant, signal);
    },
  });
  return { code, sent, tools, out: host.out.text, err: host.err.text };
}

Deno.test("fetch_company fetches a filer of the SEC's table, and the other tools then have it", async () => {
  const said: string[] = [];
  const { sent, tools, out } = await run(["--allow-fetch"], {}, async (assistant) => {
    const call = async (name: string, asked: object) => {
      const result = await assistant.call(name, asked, calling());
      said.push(JSON.stringify(result));
      return result;
    };
    const before = await call("facts", { ticker: "PLTR", item: "revenue" });
    equal(before?.isError, true);
    const fetched = await call("fetch_company", { tickers: ["pltr"] });
    deepEqual(fetched?.structuredContent?.["value"], {
      fetched: [`PLTR (${NAME})`],
      ...{ missing: [], problems: [], requests: 2, prices: "none" },
      ...{
        bytes: Object(fetched?.structuredContent?.["value"]).bytes,
        as_of: Object(fetched?.structuredContent?.["value"]).as_of,
      },
    });
    await call("facts", { ticker: "PLTR", item: "revenue" });
    await call("fetch_company", { tickers: ["PLTR"] });
    await call("fetch_company", { tickers: ["PLTR", "NOSUCH"] });
    await call("fetch_company", { tickers: ["https://evil.example"] });
    const hints = assistant.tools.find(({ name }) => name === "fetch_company")?.annotations;
    deepEqual(hints, { readOnlyHint: false, idempotentHint: true, openWorldHint: true });
    ok(assistant.tools.every(({ name, annotations }) => name === "fetch_company" || annotations.readOnlyHint));
  });
  match(
    said[0] ?? "",
    /PLTR \(Palantir Technologies Inc\.\) files at the SEC and is not here; fetch_company gets it \(about 4 /,
  );
  match(said[2] ?? "", /"value":1000/);
  match(said[3] ?? "", /"requests":0/);
  for (const refused of said.slice(4)) match(refused, /table of filers has no ticker|invalid|Invalid/);
  deepEqual([sent, out], [[listOf(PLTR.cik), factsOf(PLTR.cik)], ""]);
  ok(tools.includes("fetch_company"));
});

for (
  const [what, args, given, says] of [
    ["without --allow-fetch", [], {}, /^Sample/],
    ["without a contact", ["--allow-fetch"], { env: {} }, /not offered: set CONVICTION_CONTACT/],
    [
      "where the settings say never",
      ["--allow-fetch"],
      { kept: '{"fetch":"never"}' },
      /not offered: .*settings\.json says never/,
    ],
  ] as const
) {
  Deno.test(`fetch_company is not offered ${what}`, async () => {
    let said = "";
    const { tools, err, sent, code } = await run(args, given, async (assistant) => {
      said = JSON.stringify(await assistant.call("facts", { ticker: "PLTR", item: "revenue" }, calling()));
      equal(await assistant.call("fetch_company", { tickers: ["PLTR"] }, calling()), undefined);
    });
    deepEqual([code, tools.includes("fetch_company"), sent, said.includes("fetch_company")], [0, false, [], false]);
    match(err, says);
  });
}

Deno.test("--allow-fetch is refused for a folder that is named: nothing is fetched into it", async () => {
  const { code, err, sent } = await run(["--allow-fetch", "--data", "d"]);
  deepEqual([code, sent], [2, []]);
  match(err, /Cannot use --allow-fetch with data that are named/);
});
