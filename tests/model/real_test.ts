/** Real small models on a real server, at night: no answer is lost, no figure is unverified, no thesis changes. */
import { deepEqual, equal, ok } from "../assert.ts";
import { testOnSharedAtNight } from "../needs.ts";

const ROOT = new URL("../..", import.meta.url);
/** Questions to each model. */
const QUESTIONS = ["AAPL", "MSFT", "IBM", "GOOGL", "AMZN"].flatMap((ticker) => [
  `Analyse ${ticker}`,
  `How jumpy is ${ticker}?`,
  `What did ${ticker} take at the till in fiscal 2016?`,
  `Is ${ticker} cheap?`,
  `Which risks does ${ticker} run?`,
  `Compare ${ticker} and ADBE`,
]);
/** Environment variables that name a llama.cpp server at an address and each model that it serves; how to have them: docs/model.md. */
const MODELS = ["CONVICTION_TEST_LLM_135M", "CONVICTION_TEST_LLM_500M"] as const;

interface Thesis {
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** A thesis without what a model adds, and without the names of one answer. */
function bytesOf(thesis: Thesis): string {
  const own = Object.entries(thesis.metadata).filter(([name]) =>
    !["language_model", "response_id", "files", "evidence"].includes(name)
  );
  return JSON.stringify({ ...thesis, metadata: Object.fromEntries(own) });
}

interface Ended {
  readonly code: number;
  readonly state: string;
  readonly thesis?: Thesis;
  readonly text: string;
}

async function ask(question: string, url: string | undefined): Promise<Ended> {
  const config = url === undefined ? ["conviction", "ask"] : ["-c", "model/deno.json", "ask"];
  const { code, stdout } = await new Deno.Command("deno", {
    args: ["task", "-q", ...config, question, "--json"],
    cwd: ROOT,
    env: {
      NO_COLOR: "1",
      ...(url !== undefined && {
        CONVICTION_LLM_BASE_URL: url,
        CONVICTION_LLM_MODEL: "local",
        CONVICTION_LLM_BUDGET: "6 calls, 30s",
      }),
    },
  }).output();
  return { code, ...JSON.parse(new TextDecoder().decode(stdout)) };
}

/** Whether a llama.cpp server works on nothing. */
async function isIdle(url: string): Promise<boolean> {
  const slots = await (await fetch(`${url}/slots`)).json() as readonly { readonly is_processing: boolean }[];
  return slots.every(({ is_processing }) => !is_processing);
}

for (const name of MODELS) {
  const url = Deno.env.get(name);
  const missing = url === undefined ? `${name}, the address of a llama.cpp server` : undefined;
  const says = "thirty questions to a real model lose no answer, change no thesis and leave its server idle";
  testOnSharedAtNight(missing, `${says}: ${name}`, async () => {
    if (url === undefined) return;
    for (const question of QUESTIONS) {
      const plain = await ask(question, undefined);
      const with_ = await ask(question, url);
      await new Promise((resolve) => setTimeout(resolve, 1_000)); // the server's second
      ok(await isIdle(url), question);
      deepEqual([with_.code, with_.state], [0, "completed"], question);
      ok(with_.text.startsWith(plain.text), question);
      if (plain.thesis === undefined) continue; // refused without a model
      ok(with_.thesis?.metadata["language_model"], question);
      equal(bytesOf(with_.thesis), bytesOf(plain.thesis), question);
    }
  });
}
