import { DEFAULT_MODEL } from "../protocol/route.ts";
import { RequestError } from "../protocol/request_error.ts";
import { jsonReply, type Reply } from "./reply.ts";
import { RESULT_SCHEMA } from "./result_schema.ts";
import type { ServiceSettings } from "./settings.ts";

/** Matches the raw path; the name is decoded, because it is only compared. */
const MODEL_PATH = /^\/v1\/models\/([^/]+)$/;

/** The name of the model that a path asks for; `undefined` for any other path. */
export function modelOf(path: string): string | undefined {
  const [, name] = MODEL_PATH.exec(path) ?? [];
  if (name === undefined) return undefined;
  try {
    return decodeURIComponent(name);
  } catch {
    return name; // not an encoding: no model has that name
  }
}

/** The models that callers may ask for. */
export class Models {
  readonly #names: readonly string[];
  readonly #created: number;

  constructor({ models = [DEFAULT_MODEL], clock }: Pick<ServiceSettings, "models" | "clock">) {
    this.#names = models;
    this.#created = Math.floor(clock.now().getTime() / 1000);
  }

  /**
   * The model that answers.
   * @param name What the caller asks for; absent for the default.
   * @throws {RequestError} 404 for a name of no model.
   */
  choose(name = this.#names[0] ?? DEFAULT_MODEL): string {
    if (this.#names.includes(name)) return name;
    throw new RequestError(`Cannot find the model ${name}: this service has ${this.#names.join(", ")}`, {
      status: 404,
      code: "model_not_found",
      param: "model",
      nearest: this.#names,
    });
  }

  /** The reply that lists them. */
  list(): Reply {
    return jsonReply({ object: "list", data: this.#names.map((name) => this.#describe(name)) });
  }

  /**
   * The reply about one of them, with the JSON Schema of its reasoning result.
   * @throws {RequestError} 404 for a name of no model.
   */
  show(name: string): Reply {
    return jsonReply({ ...this.#describe(this.choose(name)), result_schema: RESULT_SCHEMA });
  }

  #describe(id: string) {
    return { id, object: "model", created: this.#created, owned_by: "conviction" };
  }
}
