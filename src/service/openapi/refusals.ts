/** Why an operation refuses a request, or ends with an error. */
export interface Refusal {
  /** HTTP status. */
  readonly status: number;
  /** When this happens. */
  readonly when: string;
}

/** Every code of an `error`, in order of status. */
export const REFUSALS = {
  invalid_path: { status: 400, when: "The path changes when it is normalised." },
  invalid_host: { status: 400, when: "The `Host` is not that of this service." },
  repeated_header: { status: 400, when: "`Authorization` or `Host` is there more than once." },
  invalid_body: { status: 400, when: "The chunks of the body carry too many extensions." },
  invalid_json: { status: 400, when: "The body is not JSON in UTF-8." },
  invalid_request: { status: 400, when: "A field or a parameter has another type or value; `param` names it." },
  input_too_long: { status: 400, when: "The question is longer than `max_question_bytes` of the limits." },
  invalid_idempotency_key: { status: 400, when: "The `Idempotency-Key` is not 1 to 255 visible ASCII characters." },
  unsupported_input: {
    status: 400,
    when:
      "The input has an image, a sound, or a file that is no CSV (of the dialect of `/v1` and the reasoning operation).",
  },
  unsupported_format: { status: 400, when: "`text.format` wants what the reasoning result does not have." },
  unsupported_tool_choice: { status: 400, when: "A tool of the caller must be called." },
  unsupported_conversation: { status: 400, when: "The request names a `conversation`." },
  unsupported_horizon: { status: 400, when: "`metadata.horizon` is another than `63d`." },
  unknown_benchmark: { status: 400, when: "`metadata.benchmark` is not in the data." },
  invalid_as_of: { status: 400, when: "`metadata.as_of` is not a day of the data." },
  table_too_large: { status: 400, when: "An `input_file` is longer than 1,048,576 bytes or 10,000 rows." },
  unreadable_table: { status: 400, when: "An `input_file` holds no column of numbers by ticker and date." },
  events_not_kept: { status: 400, when: "A stream is asked of a response that was not made in the background." },
  invalid_api_key: { status: 401, when: "There is no key, or one that is not accepted." },
  key_revoked: { status: 401, when: "The key was revoked, or has expired, while the answer was made." },
  invalid_link: { status: 401, when: "The link is for another file, or has expired." },
  not_found: { status: 404, when: "Nothing of the caller has this identifier." },
  model_not_found: { status: 404, when: "There is no such model; `nearest` has the names of all." },
  previous_response_not_found: { status: 404, when: "`previous_response_id` names no kept response of the caller." },
  idempotency_key_in_use: { status: 409, when: "The stream of this `Idempotency-Key` is being sent." },
  response_not_completed: { status: 409, when: "The response has not completed." },
  response_expired: { status: 410, when: "The response was kept, and is no longer." },
  file_expired: { status: 410, when: "The file was kept, and is no longer." },
  body_too_large: { status: 413, when: "The body is longer than `max_body_bytes` of the limits." },
  unsupported_media_type: { status: 415, when: "The body is not `application/json`, or is compressed." },
  range_not_satisfiable: { status: 416, when: "The file has no byte in the range." },
  unknown_company: { status: 422, when: "The data has no such company; `nearest` has the nearest names." },
  prices_not_read: { status: 422, when: "The file with the prices of the company could not be read." },
  no_subject: { status: 422, when: "The question names no company." },
  not_answered: { status: 422, when: "Nothing of what the question asks is known; the message names each piece." },
  idempotency_key_reused: { status: 422, when: "The `Idempotency-Key` was used with another request." },
  too_many_requests: { status: 429, when: "Too much is in progress; `Retry-After` says when to ask again." },
  rate_limited: { status: 429, when: "The key has sent its requests of this minute; `Retry-After` says when to ask." },
  too_many_headers: { status: 431, when: "The request has more headers than the service reads." },
  internal_error: { status: 500, when: "The service failed; its operator finds the cause by `x-request-id`." },
  closing: { status: 503, when: "The service is closing." },
  cancelled: { status: 503, when: "The caller disconnected; as the error of a background response: it was cancelled." },
  took_too_long: { status: 503, when: "Only as the error of a background response: it ran longer than it may." },
  state_unavailable: { status: 503, when: "What the service keeps on disk cannot be read or written." },
} as const satisfies Readonly<Record<string, Refusal>>;

/** Code of an `error`. */
export type RefusalCode = keyof typeof REFUSALS;

const ANYWHERE = "invalid_path invalid_host repeated_header too_many_headers internal_error closing".split(
  " ",
) as RefusalCode[];

/** Refusals that several operations share. */
export const SHARED = {
  /** Of an operation without a key. */
  open: ANYWHERE,
  /** Of an operation with a key. */
  keyed: [...ANYWHERE, "invalid_api_key", "key_revoked", "state_unavailable"],
  /** Of an operation with a question. */
  asking: ("invalid_body invalid_json invalid_request input_too_long invalid_idempotency_key " +
    "unsupported_horizon unknown_benchmark invalid_as_of unreadable_table table_too_large " +
    "model_not_found body_too_large unsupported_media_type unknown_company prices_not_read no_subject " +
    "not_answered idempotency_key_reused too_many_requests rate_limited cancelled").split(" ") as RefusalCode[],
} as const satisfies Readonly<Record<string, readonly RefusalCode[]>>;
