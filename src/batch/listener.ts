import type { ScreenEvent } from "../run/progress.ts";
import type { ProgressMeter } from "./send/progress_meter.ts";
import type { ScreenOptions } from "./screen_options.ts";

/** Who hears of a run. Where it throws, as at a closed pipe, nothing more is sent, and what is under way is awaited. */
export class Listener {
  readonly #tell: (event: ScreenEvent) => void;
  readonly #left = new AbortController();
  #failure: { readonly error: unknown } | undefined;
  /** Stops the run: the caller's own signal, or an event that could not be reported. */
  readonly stop: AbortSignal;

  constructor({ onEvent = () => {}, stop }: Pick<ScreenOptions, "onEvent" | "stop">) {
    this.#tell = onEvent;
    const { signal } = this.#left;
    this.stop = stop === undefined ? signal : AbortSignal.any([stop, signal]);
  }

  /** Tells of an event, until one could not be reported. */
  tell(event: ScreenEvent): void {
    if (this.#failure !== undefined) return;
    try {
      this.#tell(event);
    } catch (error) {
      this.#failure = { error };
      this.#left.abort(error);
    }
  }

  /** @throws What the event that could not be reported threw, if there is one. */
  rethrow(): void {
    if (this.#failure !== undefined) throw this.#failure.error;
  }
}

type Begun = Extract<ScreenEvent, { type: "begun" }>;
type Ended = Extract<ScreenEvent, { type: "ended" }>;

/** The progress is read when it is asked for: a listener may keep the event. */
export function begun(event: Omit<Begun, "type" | "progress">, meter: ProgressMeter): Begun {
  return {
    type: "begun",
    ...event,
    get progress() {
      return meter.read();
    },
  };
}

/** The end of a run, with what the meter shows then. */
export function ended(event: Omit<Ended, "type" | "progress" | "seconds">, meter: ProgressMeter): Ended {
  return { type: "ended", ...event, progress: meter.read(), seconds: meter.seconds };
}
