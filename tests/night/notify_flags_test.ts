/** Where messages go, as it is typed: what is refused says why, and repeats nothing that may be a key. */
import { deepEqual, equal, ok, throws } from "../assert.ts";
import { mailFromOf, notifyTargets } from "../../src/commands/notify_flags.ts";
import { InputError } from "../../src/protocol/errors.ts";

const TOKEN = "s3cr3t-T0ken";
const FORMS = "a web address, mailto:ADDRESS, cmd:PROGRAM, or env:CONVICTION_NAME for one of these in a variable";
const LOGIN =
  "it holds a user or a password; use an address with a token in its path, or cmd: with a program that logs in";
const LIKE = "write it like mailto:desk@example.com";

/** What is typed, the value of CONVICTION_HOOK, and the words behind "Cannot use --notify ". */
type Row = readonly [typed: string, value: string | undefined, words: string];
const REFUSED: readonly Row[] = [
  ["", undefined, `: it is not ${FORMS}`],
  [`ftp://host/${TOKEN}`, undefined, `ftp://host...: it is not ${FORMS}`],
  [`ftp://desk:${TOKEN}@host/`, undefined, `ftp://...: it is not ${FORMS}`],
  [`slack:${TOKEN}`, undefined, `slack:...: it is not ${FORMS}`],
  [TOKEN, undefined, `...: it is not ${FORMS}`],
  [`hooks.example.com/${TOKEN}`, undefined, `hooks.example.com...: it is not ${FORMS}`],
  ["./told.sh", undefined, `...: it is not ${FORMS}`],
  [`https://desk:${TOKEN}@hooks.example.com/`, undefined, `https://...: ${LOGIN}`],
  [`https://${TOKEN}@hooks.example.com/`, undefined, `https://...: ${LOGIN}`],
  [
    `https://hooks.example.com:99999/${TOKEN}`,
    undefined,
    "https://hooks.example.com...: it is not a valid web address",
  ],
  [`https://exa mple/${TOKEN}`, undefined, "https://exa...: it is not a valid web address"],
  ["https://", undefined, "https://: it is not a valid web address"],
  ["mailto:", undefined, `mailto:: an address is missing; ${LIKE}`],
  ["mailto:a@b.com,", undefined, `mailto:...: an address is missing; ${LIKE}`],
  ["mailto:desk", undefined, `mailto:...: desk is not a mail address; ${LIKE}`],
  ["mailto:a@b.com\nBcc:x@y.com", undefined, `mailto:...: a@b.com Bcc:x@y.com is not a mail address; ${LIKE}`],
  ["mailto:Desk <a@b.com>", undefined, `mailto:...: Desk <a@b.com> is not a mail address; ${LIKE}`],
  ["mailto:büro@b.com", undefined, `mailto:...: büro@b.com is not a mail address; ${LIKE}`],
  ["cmd:", undefined, "cmd:: a program is missing, like cmd:./notify.sh"],
  ["cmd:  ", undefined, "cmd:: a program is missing, like cmd:./notify.sh"],
  ["env:CONVICTION_HOOK", undefined, `env:CONVICTION_HOOK: the variable is not set; set it to ${FORMS}`],
  ["env:CONVICTION_HOOK", "  ", `env:CONVICTION_HOOK: the variable is not set; set it to ${FORMS}`],
  ["env:HOOK", undefined, "env:HOOK: it must be the name of a variable that begins with CONVICTION_"],
  [
    `env:https://h.example/${TOKEN}`,
    undefined,
    "env:...: it must be the name of a variable that begins with CONVICTION_",
  ],
  [`env:${TOKEN}`, undefined, "env:...: it must be the name of a variable that begins with CONVICTION_"],
  ["env:CONVICTION_HOOK", TOKEN, `env:CONVICTION_HOOK: it is not ${FORMS}`],
  ["env:CONVICTION_HOOK", `https://a:${TOKEN}@h.example/`, `env:CONVICTION_HOOK: ${LOGIN}`],
  ["env:CONVICTION_HOOK", `https://[${TOKEN}`, "env:CONVICTION_HOOK: it is not a valid web address"],
];

for (const [typed, value, words] of REFUSED) {
  const shown = value === undefined ? "" : ` with ${JSON.stringify(value)}`;
  Deno.test(`--notify ${JSON.stringify(typed)}${shown} is refused in a sentence that repeats no key`, () => {
    throws(() => notifyTargets([typed], { env: () => value }), (error: unknown) => {
      ok(error instanceof InputError);
      equal(error.message, `Cannot use --notify ${words}`);
      ok(!error.message.includes(TOKEN));
      return true;
    });
  });
}

const TAKEN: readonly (readonly [typed: string, value: string | undefined, shown: string])[] = [
  [`https://hooks.example.com/a/${TOKEN}`, undefined, "https://hooks.example.com/..."],
  [`https://hooks.example.com/?key=${TOKEN}`, undefined, "https://hooks.example.com/..."],
  ["http://127.0.0.1:8080", undefined, "http://127.0.0.1:8080/"],
  ["env:CONVICTION_HOOK", `https://hooks.example.com/${TOKEN}`, "https://hooks.example.com/..."],
  ["env:CONVICTION_HOOK", `cmd:curl -d @- https://h.example/${TOKEN}`, "cmd:curl ..."],
  ["mailto:a@b.com, c@d.org", undefined, "mailto:a@b.com,c@d.org"],
  ["cmd:./notify.sh", undefined, "cmd:./notify.sh"],
  [`cmd:./notify.sh ${TOKEN}`, undefined, "cmd:./notify.sh ..."],
  [`cmd:KEY=${TOKEN} ./told.sh`, undefined, "cmd:..."],
  [" mailto:a@b.com\r\n", undefined, "mailto:a@b.com"],
];

for (const [typed, value, shown] of TAKEN) {
  Deno.test(`--notify ${JSON.stringify(typed)}${value === undefined ? "" : ` with ${value}`} is shown as ${shown}`, () => {
    deepEqual(notifyTargets([typed], { env: () => value }).map((target) => target.shown), [shown]);
  });
}

Deno.test("a target that is named twice, also through a variable, is one", () => {
  const env = () => "mailto:a@b.com";
  equal(notifyTargets(["mailto:a@b.com", "env:CONVICTION_HOOK", "mailto: a@b.com"], { env }).length, 1);
});

for (const address of ["Desk <a@b.com>", "desk", "a@b.com\nBcc: x@y.com", "a@b.com,c@d.org"]) {
  Deno.test(`letters cannot come from ${JSON.stringify(address)}`, () => {
    const name = "InputError";
    const message = `Cannot use CONVICTION_MAIL_FROM ${address.replace("\n", " ")}: ` +
      "it is not like desk@example.com, without a name";
    throws(() => mailFromOf({ env: () => address }), { name, message });
  });
}
