/** The client `openai` of npm in a page of an allowed origin, in a real Chromium. */
import { deepEqual, match, ok } from "../assert.ts";
import { Chromium, findChromium } from "../browser/chromium.ts";
import { testNeeding } from "../needs.ts";
import { startService } from "./served.ts";

const chromium = findChromium();
const missing = chromium === undefined ? "chromium" : undefined;
if (missing !== undefined && Deno.env.get("CONVICTION_CI") === "1") {
  throw new Error("Cannot run openai in a browser: it needs chromium, and CI must have it");
}

const QUESTIONS = ["Analyse AAPL", "And its drawdown?"];

/** A site with one page, which loads the bundled script. */
async function serveSite() {
  const args = ["bundle", "-q", "--platform=browser", "--config", "deno.json", "browser_page.ts"];
  const { stdout, stderr, success } = await new Deno.Command("deno", { args, cwd: new URL(".", import.meta.url) })
    .output();
  ok(success, new TextDecoder().decode(stderr));
  const page = `<!DOCTYPE html><meta charset="utf-8"><title>Desk</title><script type="module" src="/page.js"></script>`;
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, ({ url }) => {
    const isScript = new URL(url).pathname === "/page.js";
    const type = isScript ? "text/javascript" : "text/html";
    return new Response(isScript ? stdout : page, { headers: { "content-type": `${type}; charset=utf-8` } });
  });
  return { origin: `http://127.0.0.1:${server.addr.port}`, close: () => server.shutdown() };
}

testNeeding(
  missing,
  "openai in Chromium: a page of an allowed origin streams two answers, one of another origin none",
  async () => {
    const [site, other] = [await serveSite(), await serveSite()];
    const served = await startService("deno.json", ["--cors", site.origin]);
    const connection = { baseURL: `${served.url}/openai/v1`, apiKey: served.apiKey, model: "conviction-smart" };
    const ask = `askBoth(${JSON.stringify(connection)}, ${JSON.stringify(QUESTIONS)})`;
    {
      await using browser = await Chromium.start(chromium ?? "chromium");
      await browser.visit(site.origin);
      const [first = "", second = ""] = await browser.evaluate(ask) as string[];
      match(first, /^\*\*Apple \(AAPL\): .{500}/s);
      match(second.slice(0, 150), /Apple.*\bdrawdown\b/s);
      await browser.visit(other.origin);
      deepEqual(await browser.evaluate(`${ask}.then(() => "answered", ({ message }) => message)`), "Connection error.");
    }
    await served.stop();
    await Promise.all([site.close(), other.close()]);
  },
);
