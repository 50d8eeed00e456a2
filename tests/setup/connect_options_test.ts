import { equal, rejects, throws } from "../assert.ts";
import { connect, type ConnectOptions, openPrices, type PricesOptions, SettingsError } from "conviction";
import { InputError } from "conviction/batch";

/** What a notebook may pass: it never checks types. */
const any = <T>(value: unknown) => value as T;

const CONNECT: readonly (readonly [unknown, string])[] = [
  [{ baseURL: "http://127.0.0.1:1" }, "Cannot connect: there is no option baseURL; did you mean baseUrl?"],
  [{ baseUrl: "http://127.0.0.1:1", key: "sk-1" }, "Cannot connect: there is no option key; did you mean apiKey?"],
  [
    { fetch },
    "Cannot connect: there is no option fetch; there are baseUrl, apiKey, model, headers, path, resultAt, data, benchmark, currency",
  ],
  [{ baseUrl: new URL("http://127.0.0.1:1") }, "Cannot connect: baseUrl must be a text, not an object"],
  [
    { baseUrl: "http://127.0.0.1:1", headers: [["x-desk", "quant"]] },
    'Cannot connect: headers must be an object of texts, like { "x-desk": "quant" }, not a list',
  ],
  ["http://127.0.0.1:1", "Cannot connect: its options must be an object, not a text"],
];

const BENCHMARKS: readonly (readonly [ConnectOptions, string])[] = [
  [{ benchmark: "SPY" }, "Cannot use benchmark with the sample, which has its own: name a folder with data"],
  [
    { baseUrl: "http://127.0.0.1:1", benchmark: "SPY" },
    "Cannot use benchmark with a remote service: it has data of its own",
  ],
];

for (const [options, message] of BENCHMARKS) {
  Deno.test(`connect() says: ${message}`, () => {
    throws(() => connect(options), { name: "SettingsError", message });
  });
}

for (const [options, message] of CONNECT) {
  Deno.test(`connect() does not ask the sample instead: ${message}`, () => {
    throws(() => connect(any<ConnectOptions>(options)), { name: "SettingsError", message });
    throws(() => connect(any<ConnectOptions>(options)), SettingsError);
  });
}

Deno.test("openPrices() refuses an unknown option and one of another kind", async () => {
  const refused = async (options: unknown, message: string) =>
    await rejects(() => openPrices(any<PricesOptions>(options)), { name: "InputError", message });
  await refused({ files: "a.csv" }, "Cannot open prices: there is no option files; did you mean file?");
  await refused({ benchmark: ["SPY"] }, "Cannot open prices: benchmark must be a text, not a list");
  await rejects(() => openPrices(any<PricesOptions>("prices")), InputError);
});

Deno.test("reason() and stream() say what a request is when there is none", async () => {
  const research = connect();
  const message = "Cannot ask: the request must be a question or a body, not undefined";
  await rejects(() => research.reason(any<string>(undefined)), { name: "InputError", message });
  await rejects(() => research.stream(any<string>(undefined)).final(), { message });
  equal((await research.reason("Analyse IBM")).agent_thesis.confidence > 0, true);
});
