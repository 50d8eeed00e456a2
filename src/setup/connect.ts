import { createClient } from "../client/client.ts";
import type { Research } from "../client/research.ts";
import type { Fetch } from "../client/send.ts";
import type { Dataset } from "../data/dataset.ts";
import { sha256 } from "../disk/digest.ts";
import { DEFAULT_MODEL } from "../protocol/route.ts";
import { type ConnectOptions, readSettings, type Settings } from "./settings.ts";
import type { Embedded } from "./embedded.ts";
import { systemClock } from "../pace/system_clock.ts";
import { networkFetch, newId, permittedEnv, proxyNotice, random } from "./world.ts";

/** What a run says first about whom it asks. */
export interface ServiceDescription {
  /** `embedded`, or the address of the remote service. */
  readonly service: string;
  /** Model asked for; absent when the remote service chooses. */
  readonly model: string | undefined;
  /** Date the data ends, `YYYY-MM-DD`; absent for a remote service. */
  readonly dataAsOf: string | undefined;
  /** Digest of the data, so that another folder of the same dates is another service; absent for a remote one. */
  readonly dataDigest: string | undefined;
  /** One line for a person. */
  readonly notice: string;
}

/** A service, and what can be said about it. */
export interface Connection {
  readonly research: Research;
  readonly isEmbedded: boolean;
  describe(): Promise<ServiceDescription>;
}

/**
 * Connects to a research service: the embedded one, or a remote one when an address is named.
 * Nothing is opened before the first call.
 *
 * @throws {SettingsError} when a key or model is set and no address.
 * @throws {ApiKeyError} when the key is not one line of visible ASCII.
 * @throws {TypeError} when the base URL is none.
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
  return openConnection(readSettings(options, permittedEnv)).research;
}

/** Puts another `fetch` around the one that sends, for who wants to hear what goes over the wire. */
export type WrapFetch = (fetch: Fetch) => Fetch;

/** Connects as {@linkcode connect} does, for a program that also says whom it asks. */
export function openConnection(settings: Settings, wrap: WrapFetch = (fetch) => fetch): Connection {
  return settings.kind === "embedded"
    ? openEmbeddedConnection(settings.data, wrap)
    : openRemoteConnection(settings, wrap);
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
    describe: () => Promise.resolve({ service, model, dataAsOf: undefined, dataDigest: undefined, notice }),
  };
}

/** A caller in the same process sets its own pace. */
const UNLIMITED = { maxConcurrent: Infinity, maxConcurrentPerKey: Infinity };

function openEmbeddedConnection(data: string | undefined, wrap: WrapFetch): Connection {
  const apiKey = newId();
  let opened: Promise<Embedded> | undefined;
  const open = () =>
    opened ??= import("./embedded.ts").then((m) => m.openEmbedded({ data, apiKeys: [apiKey], limits: UNLIMITED }));
  const fetch = wrap(async (url, init) => (await open()).fetch(url, init));
  const baseUrl = "http://embedded.invalid"; // a name that can never be looked up
  return {
    research: createClient({ baseUrl, apiKey, model: DEFAULT_MODEL, fetch, clock: systemClock, newId, random }),
    isEmbedded: true,
    async describe() {
      const { dataset } = await open();
      const notice = `${dataset.notice} Nothing leaves this machine.`;
      const dataDigest = digestOf(dataset);
      return { service: "embedded", model: DEFAULT_MODEL, dataAsOf: dataset.asOf, dataDigest, notice };
    },
  };
}

/** One digest of every file of the data, whatever order they were read in. */
function digestOf(dataset: Dataset): string {
  return sha256(dataset.at(dataset.asOf).sources.map((source) => source.sha256).toSorted().join("\n"));
}
