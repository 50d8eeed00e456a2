import { closeSync, openSync, readFileSync, writeSync } from "node:fs";
import { ifThere, onDisk } from "../disk/disk_error.ts";
import { type DurabilityOption, syncContent } from "../disk/durability.ts";
import { writeAside } from "../disk/write_aside.ts";
import { isRecord } from "../text/options.ts";

/** What is known of a file that a source gave. */
export interface JournalFile {
  readonly path: string;
  /** Where it came from, without a key; absent for one that was put together. */
  readonly url?: string | undefined;
  /** What to send back to ask whether it changed. */
  readonly etag?: string | undefined;
  readonly modified?: string | undefined;
  readonly bytes: number;
  readonly sha256: string;
  /** When it was asked for last, in milliseconds of the wall clock. */
  readonly atMs: number;
  /** The last session at that time; absent for a file that counts as fresh in its fetch only. */
  readonly session?: string | undefined;
  /** The source has no such file; what is kept at the path, if anything, is of another time. */
  readonly absent?: boolean | undefined;
}

/** Requests that were sent together, and when the last of them was. */
type Start = readonly [wallMs: number, count: number];

/** A line of the journal. */
type Line =
  | { readonly do: "begin" | "end"; readonly atMs: number }
  | { readonly do: "ask"; readonly host: string; readonly starts: readonly Start[] }
  | { readonly do: "pause"; readonly host: string; readonly untilMs: number; readonly why: string }
  | { readonly do: "file" } & JournalFile;

/** Starts older than this are in no window of a source. */
const LONGEST_WINDOW_MS = 25 * 3_600_000;
/** A fetch that was begun earlier is not resumed. */
const RESUME_WITHIN_MS = 12 * 3_600_000;
/** A journal with this many lines that no longer count is written anew. */
const MAX_OLD_LINES = 2_000;
/** Starts this old are counted by the minute. */
const EXACT_MS = 60_000;

/** A pause that a source asked for. */
export interface JournalPause {
  readonly untilMs: number;
  readonly why: string;
}

/**
 * What a data folder remembers of its fetches, in `.conviction/fetch.jsonl`: lines are only added, each in one write, so
 * that a process that is killed loses none that was needed; a last line without its end is ignored.
 */
export class Journal implements Disposable {
  readonly #path: string;
  readonly #writing: DurabilityOption;
  readonly #files = new Map<string, JournalFile>();
  readonly #starts = new Map<string, Start[]>();
  readonly #pauses = new Map<string, JournalPause>();
  /** Files since the last fetch began: by their order, as a clock may be set back. */
  readonly #latest = new Set<string>();
  #began: number | undefined;
  #lines = 0;
  #isWhole = true;
  #file: number | undefined;

  /**
   * Reads a journal; one that does not exist is empty.
   * @throws {DiskError} when it cannot be read.
   */
  constructor(path: string, writing: DurabilityOption = {}) {
    this.#path = path;
    this.#writing = writing;
    for (const line of readLines(path)) {
      this.#lines += 1;
      const read = readLine(line);
      if (read === undefined) this.#isWhole = false;
      else this.#apply(read);
    }
  }

  /** When the fetch began that is resumed, in milliseconds of the wall clock; undefined where the last one ended. */
  resumes(nowMs: number): number | undefined {
    const began = this.#began;
    return began !== undefined && began <= nowMs && nowMs - began < RESUME_WITHIN_MS ? began : undefined;
  }

  /** Whether a file was asked for in this fetch, or an earlier start of it. */
  isOfThisFetch(path: string): boolean {
    return this.#latest.has(path);
  }

  /** What is known of a file. */
  file(path: string): JournalFile | undefined {
    return this.#files.get(path);
  }

  /** The requests to hosts, oldest first. */
  starts(hosts: readonly string[]): readonly Start[] {
    return hosts.flatMap((host) => this.#starts.get(host) ?? []).toSorted(([a], [b]) => a - b);
  }

  /** The longest pause of hosts; one that is over counts no more. */
  pause(hosts: readonly string[], nowMs: number): JournalPause | undefined {
    return hosts.flatMap((host) => this.#pauses.get(host) ?? []).filter(({ untilMs }) => untilMs > nowMs)
      .toSorted((a, b) => b.untilMs - a.untilMs)[0];
  }

  /**
   * Makes the journal ready for new lines: writes it anew where a line is damaged or many no longer count.
   * @throws {DiskError} when it cannot be written.
   */
  async open(nowMs: number): Promise<void> {
    const lines = this.#whole(nowMs);
    if (!this.#isWhole || this.#lines - lines.length > MAX_OLD_LINES) {
      await writeAside(this.#path, lines.map((line) => `${JSON.stringify(line)}\n`), this.#writing);
    }
    this.#try(() => this.#file = openSync(this.#path, "a"));
  }

  /** A fetch begins, or goes on. */
  begin(atMs: number): void {
    this.#add({ do: "begin", atMs: this.resumes(atMs) ?? atMs });
  }

  /** A fetch asked for everything it wanted. */
  end(atMs: number): void {
    this.#add({ do: "end", atMs });
  }

  /** A request leaves: written before it does. A crash of the machine takes longer than the rates need it. */
  ask(host: string, atMs: number): void {
    this.#add({ do: "ask", host, starts: [[atMs, 1]] });
  }

  /** Nothing may be sent to a host for a time. */
  pauseUntil(host: string, pause: JournalPause): void {
    this.#add({ do: "pause", host, ...pause });
  }

  /** A file is as this says, on the disk already. */
  keep(file: JournalFile): void {
    this.#add({ do: "file", ...file });
    this.#try(() => this.#file === undefined ? undefined : syncContent(this.#file, this.#writing.durability));
  }

  /** Closes the journal. */
  [Symbol.dispose](): void {
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
  }

  #add(line: Line): void {
    this.#apply(line);
    const bytes = new TextEncoder().encode(`${JSON.stringify(line)}\n`);
    this.#try(() => this.#file === undefined ? undefined : writeSync(this.#file, bytes));
  }

  #apply(line: Line): void {
    switch (line.do) {
      case "begin":
        if (line.atMs !== this.#began) this.#latest.clear();
        this.#began = line.atMs;
        break;
      case "end":
        this.#began = undefined;
        this.#latest.clear();
        break;
      case "ask":
        this.#startsOf(line.host).push(...line.starts);
        break;
      case "pause":
        this.#pauses.set(line.host, { untilMs: line.untilMs, why: line.why });
        break;
      case "file":
        this.#files.set(line.path, line);
        this.#latest.add(line.path);
    }
  }

  #startsOf(host: string): Start[] {
    return this.#starts.getOrInsert(host, []);
  }

  /** The lines that still count. */
  #whole(nowMs: number): Line[] {
    const starts = [...this.#starts].map(([host, all]) => [host, byTheMinute(all, nowMs)] as const);
    const [earlier, latest] = [false, true].map((isLatest) =>
      [...this.#files.values()].filter(({ path }) => this.#latest.has(path) === isLatest)
        .map((file): Line => ({ do: "file", ...file }))
    );
    return [
      ...earlier ?? [],
      ...starts.filter(([, all]) => all.length > 0).map(([host, all]): Line => ({ do: "ask", host, starts: all })),
      ...[...this.#pauses].filter(([, { untilMs }]) => untilMs > nowMs)
        .map(([host, pause]): Line => ({ do: "pause", host, ...pause })),
      ...(this.#began === undefined ? [] : [{ do: "begin", atMs: this.#began } as const]),
      ...latest ?? [],
    ];
  }

  #try(step: () => void): void {
    onDisk("write", this.#path, step);
  }
}

/** Starts that may still count; older ones together, at the time of the last, which is the safe side. */
function byTheMinute(starts: readonly Start[], nowMs: number): Start[] {
  const grouped = new Map<number, Start>();
  for (const [atMs, count] of starts) {
    const agoMs = nowMs - atMs;
    if (agoMs > LONGEST_WINDOW_MS) continue;
    const key = agoMs < EXACT_MS ? atMs : Math.floor(atMs / EXACT_MS);
    const [lastMs, sum] = grouped.get(key) ?? [atMs, 0];
    grouped.set(key, [Math.max(lastMs, atMs), sum + count]);
  }
  return [...grouped.values()];
}

/** The lines of a file; one without its end is given as a line that cannot be read. */
function readLines(path: string): string[] {
  const text = onDisk("read", path, () => ifThere(() => readFileSync(path, "utf8"), ""));
  const lines = text.split("\n");
  const last = lines.pop();
  return last === "" ? lines : [...lines, ""];
}

function readLine(text: string): Line | undefined {
  try {
    return checkedLine(JSON.parse(text));
  } catch {
    return undefined; // a torn write; what it said is asked for again
  }
}

const isText = (value: unknown) => typeof value === "string";
const isNumber = (value: unknown) => typeof value === "number";
const isMaybeText = (value: unknown) => value === undefined || typeof value === "string";
const isStart = (value: unknown) => Array.isArray(value) && value.length === 2 && value.every(isNumber);

/** What each field of a line must be. */
const FIELDS: Readonly<Record<Line["do"], Readonly<Record<string, (value: unknown) => boolean>>>> = {
  begin: { atMs: isNumber },
  end: { atMs: isNumber },
  ask: { host: isText, starts: (value) => Array.isArray(value) && value.every(isStart) },
  pause: { host: isText, untilMs: isNumber, why: isText },
  file: {
    path: isText,
    bytes: isNumber,
    sha256: isText,
    atMs: isNumber,
    url: isMaybeText,
    etag: isMaybeText,
    modified: isMaybeText,
    session: isMaybeText,
    absent: (value) => value === undefined || value === true,
  },
};

function checkedLine(value: unknown): Line | undefined {
  const kind = isRecord(value) ? value["do"] : undefined;
  const fields = typeof kind === "string" && Object.hasOwn(FIELDS, kind) ? FIELDS[kind as Line["do"]] : undefined;
  if (!isRecord(value) || fields === undefined) return undefined;
  return Object.entries(fields).every(([name, isFit]) => isFit(value[name])) ? value as unknown as Line : undefined;
}
