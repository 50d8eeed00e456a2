/** Each broken service is named by exactly the lines that it breaks, with the place; no other line is. */
import { deepEqual, equal, ok } from "../../assert.ts";
import { CHECKS } from "../../../src/commands/service_check/specification.ts";
import { BROKEN_SERVICES } from "./broken_services.ts";
import { reportOn } from "./conforming.ts";
import { goodReplies, serve } from "./good_service.ts";

/** The lines that the specification leaves open. */
async function openLines(): Promise<string[]> {
  await using service = await serve(goodReplies());
  const { report } = await reportOn(service.url);
  return report.checks.filter(({ by }) => by === "specification").map(({ id }) => id);
}
const open = await openLines();

Deno.test("a good service passes every line that the specification does not leave open, and conform exits with 0", async () => {
  await using service = await serve(goodReplies());
  const { code, report } = await reportOn(service.url);
  const other = report.checks.filter(({ id, verdict }) => verdict !== (open.includes(id) ? "not shown" : "pass"));
  deepEqual([other, code], [[], 0]);
  deepEqual(report.totals, {
    pass: CHECKS.length - open.length,
    fail: 0,
    notShownByService: 0,
    notShownBySpecification: open.length,
  });
});

for (const { breaks, change, fails, hides = [] } of BROKEN_SERVICES) {
  Deno.test(`conform names the service that breaks ${Object.keys(fails).join(", ")}: ${breaks}`, async () => {
    const replies = goodReplies();
    change(replies);
    await using service = await serve(replies);
    const { code, report: { checks } } = await reportOn(service.url);
    const failed = checks.filter(({ verdict }) => verdict === "fail");
    const evidence = failed.map(({ id, at, expected, found }) => [id, `${at} | ${expected} | ${found}`] as const);
    const wrong = evidence.filter(([id, text]) => !text.includes(fails[id] ?? "\0"));
    deepEqual([wrong, failed.map(({ id }) => id).toSorted()], [[], Object.keys(fails).toSorted()]);
    const hidden = checks.filter(({ verdict, by }) => verdict === "not shown" && by === "service").map(({ id }) => id);
    deepEqual(hidden.toSorted(), hides.toSorted());
    equal(code, 1);
  });
}

Deno.test("at least twenty services are broken, and each check that can fail is failed by one of them", () => {
  ok(BROKEN_SERVICES.length >= 20, `${BROKEN_SERVICES.length}`);
  equal(new Set(BROKEN_SERVICES.map(({ breaks }) => breaks)).size, BROKEN_SERVICES.length);
  const failed = new Set(BROKEN_SERVICES.flatMap(({ fails }) => Object.keys(fails)));
  deepEqual(CHECKS.map(({ id }) => id).filter((id) => !open.includes(id) && !failed.has(id)), []);
});
