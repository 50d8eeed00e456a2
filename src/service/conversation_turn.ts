import type { ResponseObject } from "../protocol/response.ts";
import type { ResponseRequest } from "../protocol/response_request.ts";
import { RequestError } from "../protocol/request_error.ts";
import { inputItemsOf } from "./input_items.ts";
import type { Asked } from "./read_request.ts";
import type { ResponseStore } from "./response_store.ts";
import { retentionRule } from "./retention.ts";

/** Questions of a conversation that are kept with a response, and characters of each; the agent reads no more. */
const MAX_ASKED = 32;
const MAX_CHARS = 10_000;

/** Whose turn it is, and where responses are kept. */
export interface TurnContext {
  readonly responses: ResponseStore;
  readonly owner: string;
  /** Returns a new random UUID in lower case, with or without dashes. */
  readonly newId: () => string;
}

/** A request of create response as a turn of a conversation: what it continues, and how its response is kept. */
export class Turn {
  /** Whether the response is kept for later requests. */
  readonly isStored: boolean;
  readonly #body: ResponseRequest;
  readonly #context: TurnContext;
  #asked: readonly string[] = [];

  /** @throws {RequestError} 400 for a background response that is not to be kept. */
  constructor(body: ResponseRequest, context: TurnContext) {
    if (body.background && body.store === false) throw keepsBackground();
    this.#body = body;
    this.#context = context;
    this.isStored = body.store !== false && context.responses.maxBytes > 0;
  }

  /**
   * The question, with what was asked in the responses that it follows.
   * @throws {RequestError} 404 when `previous_response_id` names no kept response of the owner.
   */
  follow(asked: Asked): Asked {
    const before = [...this.#askedBefore(), ...asked.before ?? []].slice(-MAX_ASKED);
    this.#asked = [...before, asked.input];
    return before.length === 0 ? asked : { ...asked, before };
  }

  /** Keeps the finished response, if it is to be kept; resolves when it is. */
  async keep(response: ResponseObject): Promise<void> {
    if (!this.isStored) return;
    const { responses, owner, newId } = this.#context;
    await responses.keep({
      id: response.id ?? "",
      owner,
      object: JSON.stringify(response),
      input: JSON.stringify(inputItemsOf(this.#body.input, newId)),
      asked: this.#asked.slice(-MAX_ASKED).map((text) => text.slice(0, MAX_CHARS)),
    });
  }

  #askedBefore(): readonly string[] {
    const { previous_response_id: previous } = this.#body;
    if (previous === undefined) return [];
    const { responses, owner } = this.#context;
    const found = responses.find(previous, owner);
    if (found === undefined || found === "gone") throw noPrevious(previous, responses);
    return found.asked;
  }
}

function noPrevious(id: string, responses: ResponseStore): RequestError {
  const state = `no finished response of this key is kept under this name; ${retentionRule("responses", responses)}`;
  return new RequestError(`Cannot continue response ${JSON.stringify(id.slice(0, 80))}: ${state}`, {
    status: 404,
    code: "previous_response_not_found",
    param: "previous_response_id",
  });
}

function keepsBackground(): RequestError {
  return new RequestError(
    "Cannot answer in the background without store: what outlives its connection is kept until it is read; leave store out",
    { status: 400, code: "invalid_request", param: "store" },
  );
}
