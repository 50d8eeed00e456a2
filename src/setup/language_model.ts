import type { UsedModel } from "../agent/model_port.ts";
import type { ModelPrice } from "./model_settings.ts";

/** A language model, how it may be used, and what a person wants to know of it. */
export interface LanguageModel extends UsedModel {
  /** Address of its server: where a question goes. */
  readonly baseUrl?: string;
  readonly price?: ModelPrice;
}
