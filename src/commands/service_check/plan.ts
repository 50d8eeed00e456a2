import { filePath, ROUTES } from "../../protocol/route.ts";
import { fieldOf, firstFile, type Planned, type RequestName, type Sending } from "./shown.ts";

/** What the requests are made of. */
export interface PlanOptions {
  readonly input: string;
  readonly model: string | undefined;
  readonly hasKey: boolean;
  /** The file to download; the first that the stream names when absent. */
  readonly fileId: string | undefined;
}

/** One request of the plan. */
export interface Step {
  readonly name: RequestName;
  /** Whether it costs what an answer costs. */
  readonly isAnswer: boolean;
  /** The request, or why none is sent. */
  readonly sending: (options: PlanOptions, before: ReadonlyMap<RequestName, Planned>) => Sending | string;
}

/** Names no company, so that a service shows how it says so. */
const UNKNOWN_INPUT = "Analyse Qxzzyv Holdings";
const NO_FILE = "the stream names no file; --file-id ID names one";
const NO_KEY = "no key is set";

/** Every request, in the order in which a lower `--max-requests` keeps them. */
export const STEPS: readonly Step[] = [
  { name: "stream", isAnswer: true, sending: (options) => create({ ...options, stream: true }) },
  { name: "reasoning", isAnswer: true, sending: (options) => reason(options, "own") },
  { name: "file", isAnswer: false, sending: (options, before) => options.hasKey ? file(options, before) : NO_KEY },
  { name: "file without key", isAnswer: false, sending: (options, before) => file(options, before, "none") },
  { name: "file with wrong key", isAnswer: false, sending: (options, before) => file(options, before, "wrong") },
  { name: "plain", isAnswer: true, sending: (options) => create({ ...options, stream: false }) },
  {
    name: "unknown company",
    isAnswer: true,
    sending: (options) => create({ ...options, input: UNKNOWN_INPUT, stream: true }),
  },
  {
    name: "reasoning without key",
    isAnswer: true,
    sending: (options) => options.hasKey ? reason(options, "none") : NO_KEY,
  },
];

function create({ input, model, stream }: PlanOptions & { readonly stream: boolean }): Sending {
  const json = { ...(model === undefined ? {} : { model }), input, stream };
  return { ...ROUTES.createResponse, key: "own", json };
}

/** The specification does not show this body: ours is the smallest that names the question. */
function reason({ input }: PlanOptions, key: "own" | "none"): Sending {
  return { ...ROUTES.reason, key, json: { input } };
}

function file(
  { fileId }: PlanOptions,
  before: ReadonlyMap<RequestName, Planned>,
  key: Sending["key"] = "own",
): Sending | string {
  const earlier = before.get("file") ?? before.get("file without key");
  if (earlier !== undefined) return { method: "GET", path: earlier.sending.path, key };
  const id = fileId ?? fieldOf(firstFile(before.get("stream"))?.wire, "file_id");
  if (id === undefined) return NO_FILE;
  try {
    return { method: "GET", path: filePath(String(id)), key };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
