import type { ResearchPort } from "conviction/batch";
import type { FailedCall } from "../../src/protocol/errors.ts";
import type { FileReference } from "../../src/protocol/file_reference.ts";
import type { ReasoningRequest, ReasoningResult } from "../../src/protocol/reasoning.ts";
import { createHash } from "node:crypto";
import { join } from "node:path";

/** How a fake service behaves; each default is the good case. */
export interface FakeBehaviour {
  /** Called with each question before it is answered; the call throws what this throws. */
  readonly onReason?: (request: ReasoningRequest, options: { signal: AbortSignal }) => Promise<void> | void;
  readonly onDownload?: (file: FileReference) => Promise<void> | void;
  /** Whether it reports that it runs a repeated key once. */
  readonly isIdempotent?: boolean;
  readonly files?: (request: ReasoningRequest) => readonly FileReference[];
}

/** A service in memory that answers from the text of the question, and counts. */
export class FakeResearch implements ResearchPort {
  readonly asked: string[] = [];
  readonly keys: string[] = [];
  downloads = 0;
  inFlight = 0;
  mostInFlight = 0;
  readonly isIdempotent: boolean;
  readonly #behaviour: FakeBehaviour;

  constructor(behaviour: FakeBehaviour = {}) {
    this.#behaviour = behaviour;
    this.isIdempotent = behaviour.isIdempotent ?? false;
  }

  async reason(
    request: ReasoningRequest,
    options: { readonly signal: AbortSignal; readonly idempotencyKey: string },
  ): Promise<ReasoningResult> {
    this.asked.push(request.input);
    this.keys.push(options.idempotencyKey);
    this.mostInFlight = Math.max(this.mostInFlight, ++this.inFlight);
    try {
      await this.#behaviour.onReason?.(request, options);
      return answerTo(request, this.#behaviour.files?.(request) ?? []);
    } finally {
      this.inFlight--;
    }
  }

  async download(file: FileReference, folder: string) {
    this.downloads++;
    await this.#behaviour.onDownload?.(file);
    const path = join(folder, file.filename ?? file.file_id);
    const content = `content of ${file.filename}`;
    await Deno.writeTextFile(path, content);
    const sha256 = createHash("sha256").update(content).digest("hex");
    return { path, bytes: content.length, sha256, mediaType: "text/csv" };
  }
}

/** The score depends only on the question, so that each run gets the same. */
export function answerTo(request: ReasoningRequest, files: readonly FileReference[] = []): ReasoningResult {
  const digit = [...request.input].reduce((sum, char) => sum + (char.codePointAt(0) ?? 0), 0) % 10;
  return {
    agent_thesis: { signal: "neutral", confidence: 0.5 + digit / 100, reasoning: `On ${request.input}: even.` },
    key_drivers: [`Driver of ${request.input}`],
    risks: ["It may fall"],
    metadata: {
      score: digit / 10,
      drawdown_probability: digit / 20,
      files,
      verification: { confidence: 1, claims_total: 4, claims_verified: 4 },
    },
  };
}

/** An error as a client throws it. */
export function callError(fields: Partial<FailedCall>): Error {
  return Object.assign(new Error(fields.message ?? "Cannot ask"), fields);
}
