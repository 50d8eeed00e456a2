/** Services that differ where the specification is silent fail no line. */
import { deepEqual } from "../../assert.ts";
import { reportOn } from "./conforming.ts";
import { goodReplies, serve } from "./good_service.ts";
import { OTHER_SERVICES } from "./other_services.ts";

for (const { when, change, code: wanted = 0 } of OTHER_SERVICES) {
  Deno.test(`conform fails no line when ${when}, and exits with ${wanted}`, async () => {
    const replies = goodReplies();
    change(replies);
    await using service = await serve(replies);
    const { code, report: { checks } } = await reportOn(service.url);
    deepEqual([checks.filter(({ verdict }) => verdict === "fail"), code], [[], wanted]);
  });
}
