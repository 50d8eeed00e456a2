/** The environment variables of a language model: what they mean, and how wrong ones are refused. */
import { deepEqual, equal, ok, throws } from "../assert.ts";
import { MODEL_BUDGET } from "../../src/agent/model_port.ts";
import { SettingsError } from "../../src/protocol/errors.ts";
import { readModelSettings } from "../../src/setup/model_settings.ts";

const KEY = "sk-of-the-model-settings-test";

type Given = Readonly<Record<string, string>>;

const read = (given: Given) => readModelSettings((name) => given[name.replace("CONVICTION_LLM_", "")]);
const LOCAL = { BASE_URL: "http://127.0.0.1:11434", MODEL: "small" };

Deno.test("without the variables there is no model, and an empty one counts as not set", () => {
  equal(read({}), undefined);
  equal(read({ BASE_URL: "", MODEL: " ", API_KEY: "", PRICE: "", BUDGET: "", PROSE: "" }), undefined);
});

Deno.test("an address and a name are enough, and neither key nor price is made up", () => {
  const terms = { name: "small", budget: MODEL_BUDGET, mayComment: false };
  deepEqual(read(LOCAL), {
    baseUrl: "http://127.0.0.1:11434/v1",
    model: "small",
    terms,
    waitMs: { first: 180_000, next: 60_000 },
  });
});

Deno.test("all variables together are read", () => {
  const given = { ...LOCAL, API_KEY: KEY, PRICE: "0.15/0.60", BUDGET: "3 calls, 1000 tokens, 9 s", PROSE: "on" };
  deepEqual(read({ ...given, CONTEXT: "4096", WAIT: "600 / 30" }), {
    baseUrl: "http://127.0.0.1:11434/v1",
    model: "small",
    apiKey: KEY,
    price: { input: 0.15, output: 0.6 },
    terms: { name: "small", budget: { calls: 3, tokens: 1_000, seconds: 9 }, mayComment: true, contextTokens: 4_096 },
    waitMs: { first: 600_000, next: 30_000 },
  });
});

const ADDRESSES = [
  ["http://127.0.0.1:8080", "http://127.0.0.1:8080/v1"],
  ["http://127.0.0.1:8080/", "http://127.0.0.1:8080/v1"],
  ["http://127.0.0.1:8080/v1", "http://127.0.0.1:8080/v1"],
  ["http://127.0.0.1:8080/v1/", "http://127.0.0.1:8080/v1"],
  ["https://models.example/api/v3", "https://models.example/api/v3"],
  ["https://models.example/openai/", "https://models.example/openai"],
] as const;

for (const [given, baseUrl] of ADDRESSES) {
  Deno.test(`the address ${given} is asked at ${baseUrl}`, () => {
    equal(read({ ...LOCAL, BASE_URL: given })?.baseUrl, baseUrl);
  });
}

const BUDGETS = [
  ["2 calls", { calls: 2 }],
  ["1 call", { calls: 1 }],
  ["500 tokens", { tokens: 500 }],
  ["5s", { seconds: 5 }],
  ["5 seconds, 2 calls", { seconds: 5, calls: 2 }],
  ["30 S , 9 Tokens", { seconds: 30, tokens: 9 }],
] as const;

for (const [given, part] of BUDGETS) {
  Deno.test(`the budget "${given}" leaves what it does not name at its default`, () => {
    deepEqual(read({ ...LOCAL, BUDGET: given })?.terms.budget, { ...MODEL_BUDGET, ...part });
  });
}

const WRONG: readonly (readonly [Given, string])[] = [
  [{ BASE_URL: "http://h/v1" }, "Cannot use CONVICTION_LLM_BASE_URL: a language model needs CONVICTION_LLM_MODEL too"],
  [{ MODEL: "m" }, "Cannot use CONVICTION_LLM_MODEL: a language model needs CONVICTION_LLM_BASE_URL too"],
  [
    { MODEL: "m", API_KEY: KEY },
    "Cannot use CONVICTION_LLM_MODEL, CONVICTION_LLM_API_KEY: a language model needs CONVICTION_LLM_BASE_URL too",
  ],
  [
    { ...LOCAL, BASE_URL: "localhost:80" },
    'Cannot use CONVICTION_LLM_BASE_URL "localhost:80": it is not an address; write it like http://127.0.0.1:11434/v1',
  ],
  [
    { ...LOCAL, BASE_URL: `http://me:${KEY}@h/v1` },
    'Cannot use CONVICTION_LLM_BASE_URL "http://h/v1": it holds a key; set CONVICTION_LLM_API_KEY instead',
  ],
  [
    { ...LOCAL, BASE_URL: `http://h/v1?key=${KEY}` },
    'Cannot use CONVICTION_LLM_BASE_URL "http://h/v1": it goes on after the path; end it there',
  ],
  ...["https:me:KEY@h", "https:\\\\me:KEY@h", "http:/me:KEY@h", "https://me%3AKEY@h"].map((address) =>
    [
      { ...LOCAL, BASE_URL: address.replace("KEY", KEY) },
      `Cannot use CONVICTION_LLM_BASE_URL "http${
        address.startsWith("https") ? "s" : ""
      }://h/": it holds a key; set CONVICTION_LLM_API_KEY instead`,
    ] as const
  ),
  ...["me:KEY@h:8080", "https://me:pa/KEY@h", "ftp://me:KEY@h", "h:1?key=KEY", "h:1#KEY", "KEY"].map((address) =>
    [
      { ...LOCAL, BASE_URL: address.replace("KEY", KEY) },
      "Cannot use CONVICTION_LLM_BASE_URL: it is not an address; write it like http://127.0.0.1:11434/v1",
    ] as const
  ),
  [{ ...LOCAL, API_KEY: `${KEY} x` }, "Cannot use CONVICTION_LLM_API_KEY: it is not one line of visible ASCII"],
  ...["0.15", "0.15/", "-1/2", "1/2/3", "1,5/2", "free", "1e3/2"].map((price) =>
    [
      { ...LOCAL, PRICE: price },
      `Cannot use CONVICTION_LLM_PRICE "${price}": write what a million tokens cost, read / written, like 0.15/0.60`,
    ] as const
  ),
  ...["8", "8 cals", "8 calls 5 s", "-1 calls", "1.5 s", ","].map((budget) =>
    [
      { ...LOCAL, BUDGET: budget },
      `Cannot use CONVICTION_LLM_BUDGET "${budget}": write it like "8 calls, 60000 tokens, 300 s"; each part may be left out`,
    ] as const
  ),
  [{ ...LOCAL, BUDGET: "1 s, 2 s" }, 'Cannot use CONVICTION_LLM_BUDGET "1 s, 2 s": it says seconds twice'],
  [{ ...LOCAL, BUDGET: "0 calls" }, 'Cannot use CONVICTION_LLM_BUDGET "0 calls": calls must be 1 to 100'],
  [{ ...LOCAL, BUDGET: "1501 s" }, 'Cannot use CONVICTION_LLM_BUDGET "1501 s": seconds must be 1 to 1500'],
  ...["1000", "4k", "1e5", "-4096"].map((context) =>
    [
      { ...LOCAL, CONTEXT: context },
      `Cannot use CONVICTION_LLM_CONTEXT "${context}": write its tokens, 1500 to 10000000, like 4096`,
    ] as const
  ),
  ...["60", "0/5", "60/", "60 s/5 s"].map((wait) =>
    [
      { ...LOCAL, WAIT: wait },
      `Cannot use CONVICTION_LLM_WAIT "${wait}": write seconds before the first part of a reply / between two, like 180/60`,
    ] as const
  ),
  [{ ...LOCAL, PROSE: "yes" }, 'Cannot use CONVICTION_LLM_PROSE "yes": it is on or off'],
];

for (const [given, message] of WRONG) {
  Deno.test(`${JSON.stringify(given).replaceAll(KEY, "KEY")} is refused by name, without the key`, () => {
    throws(() => read(given), (error) => {
      ok(error instanceof SettingsError);
      equal(error.message, message);
      return !error.message.includes(KEY);
    });
  });
}
