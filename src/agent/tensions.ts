import type { Statement } from "../data/claim.ts";
import type { CompanyFindings } from "./findings.ts";
import type { Speaker } from "./say.ts";
import { bandOf } from "./band.ts";

/** One sentence for each pair of domains that clearly point in opposite directions. */
export function tensionSentences(
  { company: { ticker }, domains }: CompanyFindings,
  speaker: Speaker,
): readonly Statement[] {
  const strong = domains.filter(({ score = 0 }) => bandOf("pull", score) !== "neither");
  return strong.flatMap((one, at) =>
    strong.slice(at + 1).filter((other) => (one.score ?? 0) * (other.score ?? 0) < 0).flatMap((other) => {
      const [up, down] = (one.score ?? 0) > 0 ? [one, other] : [other, one];
      const parts = {
        up: speaker.sayAll([`${up.domain.name}.up`], [ticker]),
        down: speaker.sayAll([`${down.domain.name}.down`], [ticker]),
      };
      return speaker.say(up === one ? "tension.up_down" : "tension.down_up", [ticker], { parts }) ?? [];
    })
  );
}
