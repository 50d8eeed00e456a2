import type { ServerResponse } from "node:http";
import type { Clock } from "../pace/clock.ts";

/** A comment, which readers of a stream of events skip. */
const COMMENT = ": wait\n\n";

/** Destination of the comments. */
export interface HeartbeatOptions {
  readonly outgoing: ServerResponse;
  readonly clock: Pick<Clock, "schedule">;
  /** Longest silence, in milliseconds. */
  readonly silenceMs: number;
}

/**
 * Writes a comment into a stream of events that is silent for long, because proxies cut silent connections. Each chunk
 * of our streams is a whole event, so a comment stands between two.
 */
export class Heartbeat {
  readonly #options: HeartbeatOptions;
  readonly #isOn: boolean;
  #cancel = () => {};

  /** `mediaType` is that of the body; other bodies than streams of events get no comments. */
  constructor(mediaType: string | null, options: HeartbeatOptions) {
    this.#options = options;
    this.#isOn = mediaType?.startsWith("text/event-stream") ?? false;
    this.restart();
  }

  /** Begins to wait anew. */
  restart(): void {
    this.#cancel();
    if (this.#isOn) this.#cancel = this.#options.clock.schedule(this.#options.silenceMs, () => this.#beat());
  }

  /** Ends it. */
  [Symbol.dispose](): void {
    this.#cancel();
  }

  #beat(): void {
    const { outgoing } = this.#options;
    if (outgoing.destroyed) return;
    if (!outgoing.writableNeedDrain) outgoing.write(COMMENT); // a client that does not read needs no more
    this.restart();
  }
}
