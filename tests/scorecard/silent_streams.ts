import { STREAM_HEAD } from "../client/raw_server.ts";
import { type BadStream, DELTA, TIMED_OUT } from "./bad_stream.ts";

/** Silent, except for what keeps a connection alive. */
export const SILENT: readonly BadStream[] = [
  {
    does: "never sends an event, only comments",
    act: async ({ send, gone }, { clock, received, until }) => {
      await send(`${STREAM_HEAD}: ping\n\n`);
      await until(() => clock.pending().includes(60_000));
      clock.advance(50_000);
      const before = received();
      await send(": ping\n\n");
      await until(() => received() > before);
      clock.advance(10_000);
      await gone();
    },
    ends: TIMED_OUT,
    says: /no first event came within 60 s/,
  },
  {
    does: "sends only comments after an event",
    act: async ({ send, gone }, { clock, received, until }) => {
      await send(STREAM_HEAD + DELTA);
      await until(() => clock.pending().includes(120_000));
      clock.advance(110_000);
      const before = received();
      await send(": ping\n\n");
      await until(() => received() > before);
      clock.advance(10_000);
      await gone();
    },
    ends: { ...TIMED_OUT, text: "A" },
    says: /nothing more came within 120 s/,
  },
  {
    does: "sends an event byte by byte",
    act: async ({ send, gone }, { clock, received, until }) => {
      await send(STREAM_HEAD + "d");
      await until(() => clock.pending().includes(60_000));
      for (const byte of "ata: ") {
        const before = received();
        await send(byte);
        await until(() => received() > before);
        clock.advance(12_000);
      }
      await gone();
    },
    ends: TIMED_OUT,
    says: /no first event came within 60 s/,
  },
  {
    does: "sends events forever",
    act: async ({ send, gone }, scene) => {
      await send(STREAM_HEAD);
      for (let round = 1; round <= 18; round++) {
        await send(DELTA);
        await scene.until(() => scene.seen === round);
        scene.clock.advance(100_000);
      }
      await gone();
    },
    ends: { ...TIMED_OUT, text: "A" },
    says: /not finished within 1800 s/,
  },
];
