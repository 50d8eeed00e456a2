import type { CallFailure } from "../../src/batch/send/failure.ts";
import { type Pace, Pacer } from "../../src/batch/send/pacer.ts";
import { retryDelayMs } from "../../src/pace/retry_delay.ts";
import type { Clock } from "../../src/pace/clock.ts";
import { randomFrom, type Request, SimulatedServer, type SimulatedService } from "./simulated_service.ts";

/** Decides when the next request may be sent. */
export type Control = Pick<Pace, "waitMs" | "started" | "succeeded" | "failed" | "stop">;

export interface SimulatedRun {
  readonly tookMs: number;
  readonly refusals: number;
  readonly mostInFlight: number;
}

/** Latency from client to service. */
const NETWORK_MS = 20;
const POLL_MS = 20;

/** Events, in order of time. */
class Agenda {
  readonly #items: { readonly atMs: number; readonly act: () => void }[] = [];
  nowMs = 0;

  at(atMs: number, act: () => void): void {
    let low = 0;
    let high = this.#items.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#items[middle]?.atMs ?? 0) > atMs) low = middle + 1;
      else high = middle;
    }
    this.#items.splice(low, 0, { atMs, act });
  }

  /** Runs until no event is left, or all is done. */
  run(isDone: () => boolean): void {
    for (let next = this.#items.pop(); next !== undefined && !isDone(); next = this.#items.pop()) {
      this.nowMs = next.atMs;
      next.act();
    }
  }
}

/** The client: adaptive, over a network, or all-knowing, beside the service. */
export interface Sender {
  readonly rows: number;
  readonly seed: number;
  control(server: SimulatedServer, machine: { readonly clock: Clock; random(): number }): Control;
  readonly isOracle: boolean;
}

/** Sends rows as the batch does: those that are due again go first. */
class Simulation {
  readonly #agenda = new Agenda();
  readonly #service: SimulatedService;
  readonly #sender: Sender;
  readonly #server: SimulatedServer;
  readonly #control: Control;
  readonly #random: () => number;
  readonly #wayMs: number;
  readonly #again: { readonly row: number; readonly attempt: number }[] = [];
  #next = 0;
  #done = 0;
  #inFlight = 0;
  #mostInFlight = 0;
  #refusals = 0;
  #wakeAtMs = Infinity;

  constructor(service: SimulatedService, sender: Sender) {
    this.#service = service;
    this.#sender = sender;
    this.#server = new SimulatedServer(service, sender.seed);
    this.#random = randomFrom(sender.seed + 9);
    const clock = { monotonicMs: () => this.#agenda.nowMs, now: () => new Date(this.#agenda.nowMs), schedule };
    this.#control = sender.control(this.#server, { clock, random: randomFrom(sender.seed + 7) });
    this.#wayMs = sender.isOracle ? 0 : NETWORK_MS;
  }

  run(): SimulatedRun {
    this.#pump();
    this.#agenda.run(() => this.#done === this.#sender.rows);
    const { nowMs } = this.#agenda;
    if (this.#done < this.#sender.rows) {
      throw new Error(
        `Cannot finish: ${this.#done} of ${this.#sender.rows} rows done, ${JSON.stringify(this.#control.stop)}`,
      );
    }
    return { tookMs: nowMs, refusals: this.#refusals, mostInFlight: this.#mostInFlight };
  }

  #pump(): void {
    const { nowMs } = this.#agenda;
    while (this.#again.length > 0 || this.#next < this.#sender.rows) {
      const waitMs = this.#control.waitMs(nowMs);
      if (this.#control.stop !== undefined) return;
      if (waitMs > 0) return this.#wakeIn(waitMs);
      this.#start(this.#again.shift() ?? { row: this.#next++, attempt: 0 });
    }
  }

  /** Like a timer: whole milliseconds, one timer at a time. */
  #wakeIn(waitMs: number): void {
    const atMs = this.#agenda.nowMs + Math.ceil(waitMs);
    if (atMs === Infinity || (atMs >= this.#wakeAtMs && this.#wakeAtMs > this.#agenda.nowMs)) return;
    this.#wakeAtMs = atMs;
    this.#agenda.at(atMs, () => {
      if (this.#wakeAtMs === atMs) this.#wakeAtMs = Infinity;
      this.#pump();
    });
  }

  #start({ row, attempt }: { row: number; attempt: number }): void {
    const request = { row, attempt, startedMs: this.#agenda.nowMs };
    this.#control.started(request.startedMs);
    this.#mostInFlight = Math.max(this.#mostInFlight, ++this.#inFlight);
    if (this.#wayMs === 0) this.#arrive(request);
    else this.#agenda.at(request.startedMs + this.#wayMs, () => this.#arrive(request));
  }

  #arrive(request: Request): void {
    const { nowMs } = this.#agenda;
    const { workMs, fails, isUnlucky } = this.#server.fate(request, nowMs);
    if (this.#server.isFull(nowMs) || (isUnlucky && !this.#sender.isOracle)) {
      const askedMs = this.#server.retryAfterMs(nowMs);
      return this.#agenda.at(nowMs + this.#service.refusalMs + this.#wayMs, () => this.#refused(request, askedMs));
    }
    this.#server.accept(nowMs);
    this.#agenda.at(nowMs + workMs, () => this.#server.inFlight--);
    this.#agenda.at(nowMs + workMs + this.#wayMs, () => this.#answered(request, fails));
  }

  #answered({ row, attempt, startedMs }: Request, fails: boolean): void {
    const times = { nowMs: this.#agenda.nowMs, startMs: startedMs };
    this.#inFlight--;
    if (fails) this.#again.push({ row, attempt: attempt + 1 });
    else this.#done++;
    if (fails) this.#control.failed(FAILED, times);
    else this.#control.succeeded(times);
    this.#pump();
  }

  #refused({ row, attempt, startedMs }: Request, retryAfterMs: number | undefined): void {
    const { nowMs } = this.#agenda;
    this.#inFlight--;
    this.#refusals++;
    this.#control.failed({ ...REFUSED, retryAfterMs }, { nowMs, startMs: startedMs });
    const again = () => {
      this.#again.push({ row, attempt: attempt + 1 });
      this.#pump();
    };
    const waitMs = retryAfterMs === undefined ? retryDelayMs(1, { random: this.#random }) : 0;
    if (waitMs > 0) this.#agenda.at(nowMs + waitMs, again);
    else again();
  }
}

const ERROR = { code: "simulated", message: "simulated" };
const FAILED: CallFailure = { kind: "maybe_ran", isAnswered: true, status: 500, retryAfterMs: undefined, error: ERROR };
const REFUSED: CallFailure = { kind: "refused", isAnswered: true, status: 429, retryAfterMs: undefined, error: ERROR };

/** The simulation has its own agenda. */
function schedule(): never {
  throw new Error("Cannot wait: the pace of a run only measures");
}

/** Sends all rows; reproducible by the seed. */
export function simulate(service: SimulatedService, sender: Sender): SimulatedRun {
  return new Simulation(service, sender).run();
}

/** The pace of a run, with as many requests at once as the service turns out to accept, or as many as given. */
export function paceOf(max: number, concurrency: number | "auto" = "auto"): Sender["control"] {
  return (_, { clock, random }) => new Pacer({ concurrency, rate: [], maxConcurrent: max, clock, random });
}

/** Knows what the service accepts, and sends exactly that. */
export function oracle(server: SimulatedServer, max: number): Control {
  const nothing = () => {};
  return {
    waitMs: (nowMs) => server.inFlight < max && !server.isFull(nowMs) ? 0 : POLL_MS,
    started: nothing,
    succeeded: nothing,
    failed: nothing,
    stop: undefined,
  };
}
