import { createClient } from "../client/client.ts";
import { replayingFetch, type TapePace } from "../client/replaying_fetch.ts";
import type { Research } from "../client/research.ts";
import { type OnTape, tapingFetch } from "../client/taping_fetch.ts";
import { systemClock } from "../pace/system_clock.ts";
import { InputError } from "../protocol/errors.ts";
import { decodeTape } from "../stream/tape.ts";
import { oneOf, optionProblem, type OptionShape } from "../text/options.ts";
import { connectSettings, openConnection, type WrapFetch } from "./connect.ts";
import { forCells } from "./in_cell.ts";
import type { ConnectOptions } from "./settings.ts";
import { newId } from "./host.ts";

/**
 * Connects as `connect` does, and records each reply as a tape: its chunks and their times. A tape contains no key, and
 * of the request the path, the model and the digest of the body.
 *
 * @param onTape Receives the text of a tape, as JSON lines, when a reply was read or cancelled.
 * @throws What `connect` throws.
 *
 * @example
 * ```ts
 * import { strictEqual } from "node:assert";
 * import { recordTape, replayTape } from "conviction";
 *
 * const tapes: string[] = [];
 * const { text } = await recordTape((tape) => void tapes.push(tape)).stream("Analyse AAPL").final();
 * const again = await replayTape(tapes).stream("Analyse AAPL").final();
 * strictEqual(again.text, text);
 * ```
 */
export function recordTape(onTape: OnTape, options: ConnectOptions = {}): Research {
  const wrap: WrapFetch = (fetch) => tapingFetch(fetch, { clock: systemClock, onTape });
  return forCells(openConnection(connectSettings(options), wrap).research);
}

/** Options of a replay. */
export interface ReplayOptions {
  /** `at_once` (the default), or each chunk after its recorded delay: `recorded`. */
  readonly pace?: TapePace | undefined;
}

const REPLAY_OPTIONS = {
  pace: oneOf("at_once", "recorded"),
} satisfies Readonly<Record<keyof ReplayOptions, OptionShape>>;

/**
 * Answers from tapes instead of a service: the same events and types, from the same chunks. Nothing is sent.
 *
 * Each request must be on a tape, otherwise reading throws a {@linkcode TapeError} that names it and those on the
 * tapes. The model is that of the first tape.
 *
 * @param tapes The text of one tape, or of several.
 * @throws {TapeError} when a tape is invalid.
 * @throws {InputError} when an option is unknown or of another kind.
 */
export function replayTape(tapes: string | readonly string[], options: ReplayOptions = {}): Research {
  const problem = optionProblem(options, REPLAY_OPTIONS);
  if (problem !== undefined) throw new InputError(`Cannot replay: ${problem.state}`, { options: problem.options });
  const { pace = "at_once" } = options;
  const decoded = (typeof tapes === "string" ? [tapes] : tapes).map(decodeTape);
  const fetch = replayingFetch(decoded, { pace, clock: systemClock });
  const model = decoded.find(({ request }) => request.model !== undefined)?.request.model;
  return forCells(createClient({ baseUrl: "http://tape.invalid", model, fetch, clock: systemClock, newId }));
}
