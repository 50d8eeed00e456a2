import { createClient } from "../client/client.ts";
import type { Research } from "../client/research.ts";
import type { Fetch } from "../client/send.ts";
import type { DataAge } from "../run/data_age.ts";
import { DEFAULT_MODEL } from "../protocol/route.ts";
import { type DataRecord, EMBEDDED } from "../run/manifest.ts";
import { optionProblem } from "../text/options.ts";
import {
  CONNECT_OPTIONS,
  type ConnectOptions,
  type EmbeddedSettings,
  readSettings,
  type Settings,
  SettingsError,
} from "./settings.ts";
import { EmbeddedService, IN_PROCESS_KEY } from "./embedded_service.ts";
import { ageOf, dataLine, digestOf, recordOf } from "./data_record.ts";
import { systemClock } from "../pace/system_clock.ts";
import { forCells } from "./in_cell.ts";
import { isDeno, newId, permittedEnv, random } from "./host.ts";
import { networkFetch, proxyNotice } from "./network.ts";

/** The service, as a run describes it first. */
export interface ServiceDescription {
  /** `embedded`, or the address of the remote service. */
  readonly service: string;
  /** The requested model; undefined when the remote service chooses. */
  readonly model: string | undefined;
  /** Last day of the data, `YYYY-MM-DD`; undefined for a remote service. */
  readonly dataAsOf: string | undefined;
  /** Digest of the data: another folder with the same last day is another service. Undefined for a remote one. */
  readonly dataDigest: string | undefined;
  /** First and last day of any price, `YYYY-MM-DD`; undefined for a remote service. */
  readonly priceDays?: { readonly first: string; readonly last: string } | undefined;
  /** How old the data is, up to the day to research as of; undefined for a remote service. */
  readonly age?: DataAge | undefined;
  /** Whether the data is the sample. */
  readonly isSample?: boolean | undefined;
  /** What was read of the data, for the manifest of a run; undefined for a remote service. */
  readonly data?: DataRecord | undefined;
  /** One line for a person. */
  readonly notice: string;
}

/** What a description is for. */
export interface DescribeOptions {
  /** A day, or the column with the day of each row. Default: the last day of the data. */
  readonly asOf?: string | undefined;
  /** When it is asked, against which the age of the data is counted. Default: now. */
  readonly now?: Date | undefined;
  /** Called while the data is read, after each file, with the number of those read and of all. */
  readonly onFile?: ((read: number, all: number) => void) | undefined;
}

/** A connection to a service, which can describe it. */
export interface Connection extends AsyncDisposable {
  readonly research: Research;
  readonly isEmbedded: boolean;
  describe(options?: DescribeOptions): Promise<ServiceDescription>;
  /**
   * Makes the embedded service keep its files and its answers by `Idempotency-Key` in a folder, so that a later
   * process gets them without a second execution. Call it before the first request; a remote service keeps its own.
   *
   * @throws {KeepStateError} when the service has begun without it.
   * @throws {StateError} when the folder holds something else, or is damaged.
   * @throws {LockedError} when another process uses the folder.
   */
  persistTo(folder: string): Promise<void>;
  /** Removes the folder given to `persistTo`; call it when nothing in it will be requested again. */
  discard(): Promise<void>;
  /** Stops the work of the embedded service; a folder given to `persistTo` remains, unlocked. */
  close(): Promise<void>;
}

/**
 * Connects to a research service: the embedded one, or a remote one when an address is named.
 * Nothing is opened before the first call.
 *
 * @throws {SettingsError} when an option is unknown or of another kind, or a key or model is set and no address; on Node,
 * also when neither is set.
 * @throws {ApiKeyError} when the key is not one line of visible ASCII.
 * @throws {TypeError} when the base URL is invalid.
 *
 * @example
 * ```ts
 * import { connect } from "conviction";
 * const research = connect();
 * const { agent_thesis } = await research.reason("Analyse AAPL");
 * console.assert(agent_thesis.confidence >= 0.5);
 * ```
 */
export function connect(options: ConnectOptions = {}): Research {
  return forCells(openConnection(connectSettings(options)).research);
}

/**
 * Reads the options of a program, which may have no types.
 *
 * @throws {SettingsError} when one is unknown or of another kind, or a key or model is set and no address.
 */
export function connectSettings(options: ConnectOptions): Settings {
  const problem = optionProblem(options, CONNECT_OPTIONS);
  if (problem !== undefined) throw new SettingsError(`Cannot connect: ${problem.state}`, { options: problem.options });
  return readSettings(options, permittedEnv);
}

/** Wraps the `fetch` that sends, to observe what goes over the wire. */
export type WrapFetch = (fetch: Fetch) => Fetch;

/** Connects as {@linkcode connect} does, for a program that also describes the service. */
export function openConnection(settings: Settings, wrap: WrapFetch = (fetch) => fetch): Connection {
  return settings.kind === "embedded" ? openEmbeddedConnection(settings, wrap) : openRemoteConnection(settings, wrap);
}

function openRemoteConnection(settings: Extract<Settings, { kind: "remote" }>, wrap: WrapFetch): Connection {
  const research = createClient({ ...settings, fetch: wrap(networkFetch), clock: systemClock, newId, random });
  const { origin, pathname } = new URL(settings.baseUrl);
  const service = origin + pathname.replace(/\/$/, "");
  const { model } = settings;
  const notice = `Service ${service}${model === undefined ? "" : `, model ${model}`}.${proxyNotice(settings.baseUrl)}`;
  return {
    research,
    isEmbedded: false,
    describe: () => Promise.resolve({ service, model, ...NO_DATA, notice }),
    persistTo: nothing,
    discard: nothing,
    close: nothing,
    [Symbol.asyncDispose]: nothing,
  };
}

const NO_DATA = { dataAsOf: undefined, dataDigest: undefined };

/** The embedded service shares this machine: more requests at once only wait for each other. */
const MAX_EMBEDDED = 8;

/** What leaves this machine. */
function leavingWords({ languageModel }: EmbeddedSettings): string {
  if (languageModel === undefined) return "Nothing leaves this machine.";
  const { terms: { name }, baseUrl } = languageModel;
  const where = baseUrl === undefined ? name : `${name} at ${baseUrl}`;
  return `Questions and what is found go to the language model ${where}; nothing else leaves this machine.`;
}

function openEmbeddedConnection(chosen: EmbeddedSettings, wrap: WrapFetch): Connection {
  if (!isDeno) {
    throw new SettingsError(
      "Cannot connect: the embedded service needs Deno; name a service with baseUrl or CONVICTION_BASE_URL",
    );
  }
  const embedded = new EmbeddedService(chosen);
  const fetch = wrap((url, init) => embedded.fetch(url, init));
  const settings = { baseUrl: "http://embedded.invalid", apiKey: IN_PROCESS_KEY, model: DEFAULT_MODEL }; // no such host
  const close = () => embedded.close();
  return {
    research: createClient({ ...settings, fetch, clock: systemClock, newId, random, maxConcurrent: MAX_EMBEDDED }),
    isEmbedded: true,
    async describe({ asOf, onFile, now = systemClock.now() } = {}) {
      const dataset = await embedded.dataset({ onFile });
      const isSample = chosen.data === undefined;
      const age = ageOf(dataset, { asOf, now });
      const notice = `${dataLine(dataset, { asOf, ...!isSample && { age } })} ${leavingWords(chosen)}`;
      const days = { dataAsOf: dataset.span.last, dataDigest: digestOf(dataset), priceDays: dataset.span };
      const data = recordOf(dataset, { isSample, sandbox: await embedded.sandbox() });
      return { service: EMBEDDED, model: DEFAULT_MODEL, ...days, age, isSample, data, notice };
    },
    persistTo: (state) => embedded.persistTo(state),
    discard: () => embedded.discard(),
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** A remote service keeps its own. */
const nothing = () => Promise.resolve();
