/** A fetch in this process: a made network, a clock that a test advances, and a folder of its own. */
import { fetchFiles, type FetchOptions, type FetchReport } from "../../src/connect/fetch_files.ts";
import type { FetchedFile, Source, SourceFile } from "../../src/connect/source.ts";
import type { Clock } from "../../src/pace/clock.ts";
import { testMachine } from "../batch/test_machine.ts";

/** The host of the made network. */
export const HOST = "source.example";

/** Answers a request. */
export type MadeNetwork = (url: URL, headers: Headers) => Response | Promise<Response>;

/** A fetch that a test does several times in one folder. */
export interface TestFetch {
  readonly folder: string;
  readonly clock: Clock & { advance(byMs: number): void };
  /** Addresses in their order, each with the wall-clock time at which it was asked. */
  readonly asked: { readonly url: string; readonly atMs: number; readonly headers: Headers }[];
  run(source: Source, options?: Partial<FetchOptions> & { readonly companies?: number }): Promise<FetchReport>;
}

/** Prepares a folder and a network. */
export function testFetch(network: MadeNetwork): TestFetch {
  const { clock, folder, random, durability } = testMachine();
  const asked: { url: string; atMs: number; headers: Headers }[] = [];
  const fetch = async (url: string, init: RequestInit) => {
    const headers = new Headers(init.headers);
    asked.push({ url, atMs: clock.now().getTime(), headers });
    const { promise, reject } = Promise.withResolvers<never>();
    const onAbort = () => reject(init.signal?.reason);
    init.signal?.addEventListener("abort", onAbort);
    try {
      return await Promise.race([network(new URL(url), headers), promise]);
    } finally {
      init.signal?.removeEventListener("abort", onAbort);
    }
  };
  return {
    ...{ folder, clock, asked },
    run: (source, { companies = 1, ...options } = {}) =>
      fetchFiles({
        sources: [source],
        companies: Array.from({ length: companies }, (_, at) => ({ ticker: `T${at}` })),
      }, {
        ...{ folder, fetch, clock, random, durability, secrets: [] },
        run: () => Promise.reject(new Error("no program is run")),
        ...options,
      }),
  };
}

/** A file of the made host, `one.json` by default, which must begin with a brace. */
export function madeFile(file: Partial<SourceFile> = {}): SourceFile {
  return {
    url: `https://${HOST}/one.json`,
    path: "made/one.json",
    freshness: "changing",
    problemOf: (body) => body[0] === "{".charCodeAt(0) ? undefined : "it does not begin with a brace",
    ...file,
  };
}

/** A source of one file for each company; what became of each is put into `got`. */
export function sourceOf(
  fileOf: (ticker: string) => SourceFile,
  { got = [], ...source }: Partial<Source> & { readonly got?: FetchedFile[] } = {},
): Source {
  return {
    ...{ name: "made", rate: [], hosts: [HOST] },
    collect: async ({ ticker }, port) => void got.push(await port.get(fileOf(ticker))),
    ...source,
  };
}
