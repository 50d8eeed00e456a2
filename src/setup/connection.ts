import type { Research } from "../client/research.ts";
import type { DataAge } from "../run/data_age.ts";
import type { DataRecord } from "../run/manifest.ts";

/** The service, as a run describes it first. */
export interface ServiceDescription {
  /** `embedded`, or the address of the remote service. */
  readonly service: string;
  /** The requested model; undefined when the remote service chooses. */
  readonly model: string | undefined;
  /** Last day of the data, `YYYY-MM-DD`; undefined for a remote service. */
  readonly dataAsOf: string | undefined;
  /** Digest of the data: another folder with the same last day is another service. Undefined for a remote one. */
  readonly dataDigest: string | undefined;
  /** First and last day of any price, `YYYY-MM-DD`; undefined for a remote service. */
  readonly priceDays?: { readonly first: string; readonly last: string } | undefined;
  /** How old the data is, up to the day to research as of; undefined for a remote service. */
  readonly age?: DataAge | undefined;
  /** Whether the data is the sample. */
  readonly isSample?: boolean | undefined;
  /** What was read of the data, for the manifest of a run; undefined for a remote service. */
  readonly data?: DataRecord | undefined;
  /** One line for a person. */
  readonly notice: string;
}

/** What a description is for. */
export interface DescribeOptions {
  /** A day, or the column with the day of each row. Default: the last day of the data. */
  readonly asOf?: string | undefined;
  /** When it is asked, against which the age of the data is counted. Default: now. */
  readonly now?: Date | undefined;
  /** Called while the data is read, after each file, with the number of those read and of all. */
  readonly onFile?: ((read: number, all: number) => void) | undefined;
}

/** A connection to a service, which can describe it. */
export interface Connection extends AsyncDisposable {
  readonly research: Research;
  readonly isEmbedded: boolean;
  describe(options?: DescribeOptions): Promise<ServiceDescription>;
  /**
   * Makes the embedded service keep its files and its answers by `Idempotency-Key` in a folder, so that a later
   * process gets them without a second execution. Call it before the first request; a remote service keeps its own.
   *
   * @throws {KeepStateError} when the service has begun without it.
   * @throws {StateError} when the folder holds something else, or is damaged.
   * @throws {LockedError} when another process uses the folder.
   */
  persistTo(folder: string): Promise<void>;
  /** Removes the folder given to `persistTo`; call it when nothing in it will be requested again. */
  discard(): Promise<void>;
  /** Stops the work of the embedded service; a folder given to `persistTo` remains, unlocked. */
  close(): Promise<void>;
}
