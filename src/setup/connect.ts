import { createClient } from "../client/client.ts";
import type { Research } from "../client/research.ts";
import type { Fetch } from "../client/send.ts";
import { DEFAULT_MODEL } from "../protocol/route.ts";
import { EMBEDDED } from "../run/manifest.ts";
import { optionProblem } from "../text/options.ts";
import {
  CONNECT_OPTIONS,
  type ConnectOptions,
  type EmbeddedSettings,
  readSettings,
  type Settings,
  SettingsError,
} from "./settings.ts";
import type { Connection } from "./connection.ts";
import { EmbeddedService, IN_PROCESS_KEY } from "./embedded_service.ts";
import { ageOf, dataLine, digestOf, recordOf } from "./data_record.ts";
import { systemClock } from "../pace/system_clock.ts";
import { forCells } from "./in_cell.ts";
import { isDeno, newId, permittedEnv, random } from "./host.ts";
import { networkFetch, proxyNotice } from "./network.ts";

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
function leavingWords({ languageModel, isFetched = false }: EmbeddedSettings): string {
  if (languageModel === undefined) {
    return isFetched ? "Fetched just now; the question does not leave this machine." : "Nothing is sent.";
  }
  const { terms: { name }, baseUrl } = languageModel;
  const where = baseUrl === undefined ? name : `${name} at ${baseUrl}`;
  return `Questions and findings go to the language model ${where}; nothing else is sent.`;
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
    research: createClient({
      ...settings,
      fetch,
      clock: systemClock,
      newId,
      random,
      maxConcurrent: MAX_EMBEDDED,
      longerMs: 1_000 * (chosen.languageModel?.terms.budget.seconds ?? 0),
    }),
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
