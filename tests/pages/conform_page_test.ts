/** docs/conform.md: what it shows and counts is so. */
import { equal, match, ok } from "../assert.ts";
import { BROKEN_SERVICES } from "../commands/service_check/broken_services.ts";
import { conforming } from "../commands/service_check/conforming.ts";
import { goodReplies, serve, type Wire } from "../commands/service_check/good_service.ts";
import { OTHER_SERVICES } from "../commands/service_check/other_services.ts";
import { STEPS } from "../../src/commands/service_check/plan.ts";
import { blocksOf, holdBlock, readPage } from "./pages.ts";

const page = await readPage("docs/conform.md");

Deno.test("the failed line in docs/conform.md equals a real one", async () => {
  const replies = goodReplies();
  (replies.result.agent_thesis as Wire).confidence = "0.7";
  await using service = await serve(replies);
  const { out } = await conforming(service.url);
  const shown = blocksOf(page).find(({ code }) => code.includes("FAIL"));
  ok(shown, "the block is found");
  await holdBlock(shown, /^2\.1 [\s\S]*?found: .*\n/m.exec(out)?.[0] ?? "");
});

Deno.test("docs/conform.md lists the requests in their order, and counts the services of the tests", () => {
  const rows = [...page.text.matchAll(/^\| ([a-z ]+?) +\| .* \| .* \|$/gm)].map(([, name]) => name);
  const names = STEPS.map(({ name }) => name);
  equal(rows.slice(rows.indexOf("stream"), rows.indexOf("stream") + names.length).join(), names.join());
  match(page.text, new RegExp(`on\\s+${BROKEN_SERVICES.length}\\s+services that each break one thing`));
  match(page.text, new RegExp(`on ${OTHER_SERVICES.length} that\\s+differ`));
  match(page.text, new RegExp(`by one of the ${BROKEN_SERVICES.length}\\.`));
});
