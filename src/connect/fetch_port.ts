import { sha256 } from "../disk/digest.ts";
import type { Clock } from "../pace/clock.ts";
import type { Asked, Asking } from "./asking.ts";
import type { Tally } from "./fetch_tally.ts";
import type { Journal, JournalFile } from "./journal.ts";
import type { KeptFiles } from "./kept_files.ts";
import type { RunProgram } from "./run_program.ts";
import type {
  FetchedFile,
  FetchPort,
  FetchState,
  KeepOptions,
  NotedAmount,
  SourceFile,
  SourceProgram,
  SourceRequest,
} from "./source.ts";

/** What became of a file that was asked for in this fetch. */
type AskedFile = Pick<FetchedFile, "state" | "problem">;

/** What the ports of one fetch share. */
export interface PortParts {
  readonly clock: Clock;
  readonly now: Date;
  readonly lastSession: string;
  readonly files: KeptFiles;
  readonly journal: Journal;
  readonly isDryRun: boolean;
  /** Removes keys from a text. */
  redact(text: string): string;
  /** Files that this fetch asked for, by path: companies with one report share it. */
  readonly asked: Map<string, Promise<AskedFile | undefined>>;
}

/** What one source has. */
export interface PortOptions {
  readonly parts: PortParts;
  readonly tally: Tally;
  readonly asking: Asking;
  readonly run: RunProgram;
}

type AskedPart = Omit<FetchedFile, "state"> & { readonly state: "new" | "refused" | "wanted" };

/** The port of one source: decides what must be asked, keeps what came, and writes both down. */
export class SourcePort implements FetchPort {
  readonly now: Date;
  readonly lastSession: string;
  readonly #parts: PortParts;
  readonly #options: PortOptions;

  constructor(options: PortOptions) {
    this.#parts = options.parts;
    this.#options = options;
    this.now = options.parts.now;
    this.lastSession = options.parts.lastSession;
  }

  kept(path: string): Promise<Uint8Array | undefined> {
    return Promise.resolve(this.#parts.files.read(path));
  }

  isFresh(path: string): boolean {
    const known = this.#parts.journal.file(path);
    return known !== undefined && known.absent !== true && this.#isRecent(known) &&
      this.#parts.files.holds(path, known);
  }

  async get(file: SourceFile): Promise<FetchedFile> {
    const { path } = file;
    const asked = this.#parts.asked.get(path);
    const before = asked && await asked; // no turn between looking and asking
    if (before !== undefined) return this.#again(before, path);
    const { promise, resolve } = Promise.withResolvers<AskedFile | undefined>();
    this.#parts.asked.set(path, promise);
    try {
      const fetched = await this.#getFirst(file);
      resolve({ state: fetched.state, problem: fetched.problem });
      return fetched;
    } finally {
      resolve(undefined); // where the source ends; the next one finds that out by itself
    }
  }

  async ask(request: SourceRequest): Promise<AskedPart> {
    if (this.#isWanted()) return { state: "wanted", body: undefined };
    const asked = await this.#options.asking.ask(request);
    if (asked.kind === "body") return { state: "new", body: asked.body };
    const problem = this.#options.tally.refuse({ what: request.url, problem: problemOf(asked) });
    return { state: "refused", body: undefined, problem };
  }

  async keep(path: string, body: Uint8Array, { through }: KeepOptions = {}): Promise<FetchedFile> {
    if (this.#parts.isDryRun) return { state: this.#count("wanted"), body };
    const isWhole = through === undefined || through >= this.lastSession;
    return await this.#write(path, body, isWhole ? { session: this.lastSession } : {});
  }

  async run(program: SourceProgram): Promise<AskedPart> {
    const { tally, run } = this.#options;
    if (this.#isWanted()) return { state: "wanted", body: undefined };
    const { output, problem = program.problemOf(output) } = await run(program);
    if (problem === undefined) return { state: "new", body: output };
    return { state: "refused", body: undefined, problem: tally.refuse({ what: program.name, problem }) };
  }

  report(ticker: string, problem: string): void {
    this.#options.tally.refuse({ what: ticker, problem });
  }

  note(ticker: string, remark: string, amount?: NotedAmount): void {
    this.#options.tally.note(ticker, remark, amount);
  }

  async #getFirst(file: SourceFile): Promise<FetchedFile> {
    if (this.#isAbsent(file)) return this.#absent(file);
    return this.#isKept(file) ? this.#found("fresh", file.path) : await this.#fetch(file);
  }

  /** A file that another company of this fetch asked for: it counts once. */
  #again({ state, problem }: AskedFile, path: string): FetchedFile {
    const isThere = state === "new" || state === "changed" || state === "unchanged";
    return { body: this.#parts.files.read(path), state: isThere ? "fresh" : state, problem };
  }

  /** In a dry run nothing is asked: what would be is counted. */
  #isWanted(): boolean {
    if (this.#parts.isDryRun) this.#options.tally.requests += 1;
    return this.#parts.isDryRun;
  }

  #isKept({ path, freshness }: SourceFile): boolean {
    return freshness === "filed" ? (this.#parts.files.size(path) ?? 0) > 0 : this.isFresh(path);
  }

  /** Where a file is kept, a source that no longer has it is refused. */
  #mayBeAbsent({ path, absence }: SourceFile): boolean {
    return absence !== undefined && this.#parts.files.size(path) === undefined;
  }

  /** Whether this source said lately that it has no such file. */
  #isAbsent(file: SourceFile): boolean {
    const known = this.#parts.journal.file(file.path);
    return known?.absent === true && this.#mayBeAbsent(file) && known.url === this.#parts.redact(file.url) &&
      this.#isRecent(known);
  }

  #absent({ path, absence = "" }: SourceFile): FetchedFile {
    this.#options.tally.note(path, absence);
    return { state: this.#count("absent"), body: undefined, problem: absence };
  }

  /** Whether it was asked for in this fetch, or the one that this one resumes, or is of the last session. */
  #isRecent({ path, session }: JournalFile): boolean {
    return this.#parts.journal.isOfThisFetch(path) || (session !== undefined && session >= this.lastSession);
  }

  async #fetch(file: SourceFile): Promise<FetchedFile> {
    const { path, url, freshness } = file;
    const { journal, files, redact } = this.#parts;
    if (this.#isWanted()) return this.#found("wanted", path);
    const known = journal.file(path);
    const shown = redact(url);
    const isSame = known !== undefined && known.url === shown && files.holds(path, known);
    const conditions = isSame && known.absent !== true ? conditionsOf(known) : {};
    const asked = await this.#options.asking.ask(file, { mayBeAbsent: this.#mayBeAbsent(file), conditions });
    if (asked.kind === "refused") {
      const problem = this.#options.tally.refuse({ what: path, problem: asked.problem });
      return { state: "refused", body: files.read(path), problem };
    }
    const session = freshness === "changing" ? {} : { session: this.lastSession };
    if (asked.kind === "absent") {
      const atMs = this.#parts.clock.now().getTime();
      journal.keep({ path, url: shown, bytes: 0, sha256: "", atMs, absent: true, ...session });
      return this.#absent(file);
    }
    if (asked.kind === "unchanged" && known !== undefined) {
      const { session: _, ...same } = known;
      journal.keep({ ...same, atMs: this.#parts.clock.now().getTime(), ...session });
      return this.#found("unchanged", path);
    }
    const { body = new Uint8Array(), headers } = asked.kind === "body" ? asked : {};
    const etag = headers?.get("etag") ?? undefined;
    const modified = headers?.get("last-modified") ?? undefined;
    return await this.#write(path, body, { url: shown, etag, modified, ...session, isFiled: freshness === "filed" });
  }

  /** Keeps a file; the same bytes are not written again. */
  async #write(
    path: string,
    body: Uint8Array,
    { isFiled = false, ...rest }: Pick<JournalFile, "url" | "etag" | "modified" | "session"> & {
      readonly isFiled?: boolean;
    },
  ): Promise<FetchedFile> {
    const { files, journal, clock } = this.#parts;
    const digest = sha256(body);
    const size = files.size(path);
    const isSame = size !== undefined && files.holds(path, { bytes: body.length, sha256: digest });
    if (!isSame) await files.write(path, body);
    if (!isFiled) journal.keep({ path, ...rest, bytes: body.length, sha256: digest, atMs: clock.now().getTime() });
    return { state: this.#count(size === undefined ? "new" : isSame ? "unchanged" : "changed"), body };
  }

  /** A file that is kept. */
  #found(state: FetchState, path: string): FetchedFile {
    const { files } = this.#parts;
    this.#count(state);
    return {
      state,
      get body() {
        return files.read(path); // when it is looked at: of most files nobody does
      },
    };
  }

  #count(state: FetchState): FetchState {
    this.#options.tally.count(state);
    return state;
  }
}

function problemOf(asked: Exclude<Asked, { kind: "body" }>): string {
  return asked.kind === "refused" ? asked.problem : "it has nothing there";
}

function conditionsOf({ etag, modified }: JournalFile): Record<string, string> {
  return {
    ...(etag === undefined ? {} : { "if-none-match": etag }),
    ...(modified === undefined ? {} : { "if-modified-since": modified }),
  };
}
