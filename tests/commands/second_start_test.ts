import { deepEqual, match } from "../assert.ts";
import { writeCsv } from "../batch/test_machine.ts";
import { called } from "./called.ts";

const START: readonly { readonly args: readonly string[]; readonly code: number }[] = [
  { args: [], code: 1 },
  { args: ["--limit", "1"], code: 3 },
  { args: ["--allow-failures", "100%"], code: 0 },
];
for (const { args, code } of START) {
  Deno.test(`a run of failures that exits with ${code} (${args.join(" ")}) does so again when it is started again`, async () => {
    await using server = Deno.serve(
      { hostname: "127.0.0.1", port: 0, onListen: () => {} },
      () => Response.json({ error: { message: "down" } }, { status: 500 }),
    );
    const folder = await Deno.makeTempDir();
    writeCsv(folder, "ticker\nAAPL\nIBM\n");
    const all = ["tickers.csv", "--base-url", `http://127.0.0.1:${server.addr.port}`, "--out", "r", ...args];
    const start = async () => await called("screen", { folder, args: all, isImpatient: true });
    const [first, second] = [await start(), await start()];
    match(second.out, /^The run in r is finished: nothing is sent/m);
    deepEqual([first.code, second.code], [code, code]);
  });
}
