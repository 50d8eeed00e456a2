/**
 * Conviction: stream an answer of a financial research agent as typed events, get a reasoned thesis,
 * download its files. Without an address it asks the embedded service, which needs no account and no network.
 *
 * @example
 * ```ts
 * import { connect } from "conviction";
 *
 * const research = connect();
 * const { agent_thesis, key_drivers, risks } = await research.reason("Analyse AAPL");
 * console.log(agent_thesis.signal, agent_thesis.confidence, key_drivers, risks);
 *
 * for await (const chunk of research.stream("Analyse IBM").textStream()) console.log(chunk);
 * ```
 *
 * @module
 */
import "./src/notebook/cell_values.ts";

export { AbortedError, ConnectionError, HttpError, TimeoutError } from "./src/client/errors.ts";
export type { CallOptions, DownloadOptions, QuestionOptions, Research } from "./src/client/research.ts";
export { ProtocolError, ResearchError } from "./src/protocol/errors.ts";
export { connect } from "./src/setup/connect.ts";
export { openPrices, type PricesOptions } from "./src/setup/open_prices.ts";
export type { PricePort } from "./src/score/price_port.ts";
export { openVerifier, type VerifierOptions } from "./src/setup/open_verifier.ts";
export type { Verifier } from "./src/setup/verifier.ts";
export type { TextReport } from "./src/verify/text/text_report.ts";
export { type ConnectOptions, SettingsError } from "./src/setup/settings.ts";
export { recordTape, type ReplayOptions, replayTape } from "./src/setup/tape.ts";
export type { Answer } from "./src/stream/answer.ts";
export {
  AnswerAbortedError,
  AnswerError,
  AnswerFailedError,
  AnswerTimedOutError,
  AnswerTruncatedError,
} from "./src/stream/errors.ts";
export type { Snapshot } from "./src/stream/snapshot.ts";
export { TapeError } from "./src/stream/tape.ts";
export { ApiKeyError } from "./src/text/redact.ts";
