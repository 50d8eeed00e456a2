import type { LanguageModelReport } from "../protocol/language_model.ts";

/** What a million tokens cost, in any currency. */
export interface TokenPrice {
  /** Tokens that the model reads. */
  readonly input: number;
  /** Tokens that it writes. */
  readonly output: number;
}

/** How the service of a run uses a language model; holds no key and no address. */
export interface ModelUse {
  /** The model, as its server calls it. */
  readonly name: string;
  /** Whether it may comment in its own words. */
  readonly mayComment: boolean;
  /** Most that one answer may spend on it; tokens are those read and written together. */
  readonly budget: { readonly calls: number; readonly tokens: number; readonly seconds: number };
  /** Absent when its user did not name one. */
  readonly price?: TokenPrice | undefined;
}

/** Tokens that were read and written. */
export type UsedTokens = Pick<LanguageModelReport, "input_tokens" | "output_tokens">;

const MILLION = 1_000_000;

/** What tokens cost. */
export function tokenCost({ input_tokens, output_tokens }: UsedTokens, { input, output }: TokenPrice): number {
  return (input_tokens * input + output_tokens * output) / MILLION;
}

/**
 * What the model costs for one answer at most: its whole budget at the dearer price.
 * @returns `undefined` without a price.
 */
export function mostForAnswer({ budget, price }: ModelUse): number | undefined {
  return price && budget.tokens * Math.max(price.input, price.output) / MILLION;
}

/** A model as a part of the name of a service: with another one, or other terms, another is asked. */
export function modelIdentity({ name, mayComment }: ModelUse): string {
  return mayComment ? `${name}, with comments` : name;
}
