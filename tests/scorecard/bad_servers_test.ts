/** Scorecard case 5: against any bad server the answer ends, and an incomplete one is never reported as complete. */
import { deepEqual, equal, match, ok } from "../assert.ts";
import type { Answer } from "conviction";
import { startRawServer } from "../client/raw_server.ts";
import type { BadStream } from "./bad_stream.ts";
import { BAD_STREAMS } from "./bad_streams.ts";
import { printFigure } from "./figure.ts";
import { ONE_ATTEMPT, type Scene, sceneOf } from "./scene.ts";

const counts = { servers: 0, falseCompleted: 0 };

/** How an answer of this server ended. */
async function endOf(
  { act, answerAt }: BadStream,
): Promise<{ readonly answer: Answer; readonly error: unknown; readonly left: number[] }> {
  const scene = Promise.withResolvers<Scene>();
  await using server = startRawServer(async (connection) => {
    if (typeof act !== "string") return await act(connection, await scene.promise);
    await connection.send(act);
    connection.close();
  }, { answerAt: answerAt ?? "whole" });
  const here = sceneOf(server.baseUrl);
  scene.resolve(here);
  const input = "x".repeat(answerAt === "head" ? 8_000_000 : 1);
  const answer = here.research.stream(input, { ...ONE_ATTEMPT, limits: { maxBytes: 4000 } });
  const reading = (async () => {
    for await (const _ of answer) here.seen++;
  })();
  const error = await reading.then(() => undefined, (reason) => reason);
  return { answer, error, left: here.clock.pending() };
}

for (const bad of BAD_STREAMS) {
  Deno.test(`scorecard 5: when a server ${bad.does}, the answer ends ${bad.ends.state}`, async () => {
    const { answer: { snapshot }, error, left } = await endOf(bad);
    const { ends, says } = bad;
    counts.servers++;
    if (ends.error !== undefined && snapshot.state === "completed") counts.falseCompleted++;
    equal(error instanceof Error ? error.name : undefined, ends.error, Deno.inspect(error));
    equal(snapshot.state, ends.state);
    if (ends.text !== undefined) equal(snapshot.text.slice(0, 1), ends.text);
    if (ends.warnings !== undefined) deepEqual(snapshot.warnings, ends.warnings);
    if (says !== undefined && error instanceof Error) match(error.message, says);
    deepEqual(left, [], "no timer remains");
  });
}

Deno.test.afterAll(() => {
  printFigure(5, `${counts.servers} bad servers, ${counts.falseCompleted} false completed`);
  ok(BAD_STREAMS.length >= 25);
});
