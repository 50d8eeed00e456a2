/** docs/python.md: the blocks for a service run against one, in an empty folder. `tests/readers` runs the others. */
import { deepEqual, equal, match } from "../assert.ts";
import { startService } from "../clients/served.ts";
import { missingPython, PYTHON, testNeeding } from "../needs.ts";
import { blocksOf, readPage } from "./pages.ts";

/** Of the files of a chart. */
const KINDS = ["csv", "png", "svg"];

const python = blocksOf(await readPage("docs/python.md")).filter(({ language }) => language === "python");
const asking = python.filter(({ code }) => code.includes("OpenAI("));

testNeeding(
  missingPython("openai"),
  "the lines of docs/python.md for openai stream an answer, and keep its files",
  async () => {
    equal(asking.length, 2, "the blocks are found");
    const service = await startService();
    const folder = await Deno.makeTempDir();
    try {
      const [streamed = "", whole = ""] = await Promise.all(asking.map(async ({ code }) => {
        const { success, stdout, stderr } = await new Deno.Command(PYTHON, {
          args: ["-c", code],
          cwd: folder,
          env: { CONVICTION_BASE_URL: service.url, CONVICTION_API_KEY: service.apiKey, HOME: folder },
          stdin: "null",
        }).output();
        const decoder = new TextDecoder();
        equal(success, true, decoder.decode(stderr));
        return decoder.decode(stdout);
      }));
      match(streamed, /Apple \(AAPL\)[\s\S]*\*\*Risks\*\*/);
      match(whole, /^neutral 0\.\d+\n\d+ claims verified\n$/);
      const files = (await Array.fromAsync(Deno.readDir(folder))).map(({ name }) => name).toSorted();
      deepEqual(
        files,
        [
          "evidence.csv",
          ...["price_drawdown", "statements"].flatMap((chart) => KINDS.map((kind) => `${chart}.${kind}`)),
        ]
          .map((end) => `IBM_${end}`),
      );
    } finally {
      equal(await service.stop(), 0);
    }
  },
);
