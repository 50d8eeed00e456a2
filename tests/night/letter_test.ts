/** Letters as a mail system gets them: what is read in them again is what was to be told. */
import { deepEqual, equal, match, ok } from "../assert.ts";
import { deliverNight } from "../../src/night/deliver_night.ts";
import { letterOf } from "../../src/night/send_mail.ts";
import type { NightDelivery, NightMessage } from "../../src/night/message.ts";
import { messageOf, nightPort, targetOf } from "./delivering.ts";
import { readLetter } from "./read_letter.ts";

const PARTS = {
  to: "desk@example.com,two@example.com",
  key: "conviction-0123",
  date: new Date("2026-11-23T22:30:00Z"),
};
/** A program in the place of `sendmail`, which keeps what it is given beside itself. */
const KEEPS = "#!/bin/sh\nprintf '%s ' \"$@\" >> args\ncat >> letter.eml\n";

/** A folder with a `sendmail`. */
async function withSendmail(
  script: string,
): Promise<{ readonly folder: string; readonly env: Record<string, string> }> {
  const folder = await Deno.makeTempDir();
  await Deno.writeTextFile(`${folder}/sendmail`, script, { mode: 0o755 });
  return { folder, env: { CONVICTION_SENDMAIL: `${folder}/sendmail` } };
}

async function mailed(
  message: NightMessage,
  { folder, env }: { readonly folder: string; readonly env: Readonly<Record<string, string>> },
): Promise<NightDelivery | undefined> {
  const { port } = nightPort({ folder, env });
  const { deliveries } = await deliverNight(message, [targetOf("mailto:desk@example.com")], port);
  return deliveries[0];
}

const TEXTS: readonly { readonly name: string; readonly subject?: string; readonly text?: string }[] = [
  { name: "plain words" },
  {
    name: "letters beyond ASCII",
    subject: "Zürich – 東京 🚀: 3 alerts",
    text: "Ölwerke AG: −4%\n東京エレクトロン 🚀\n",
  },
  { name: "a long subject beyond ASCII", subject: "é東🚀".repeat(60), text: "x\n" },
  { name: "a long subject of ASCII", subject: "word ".repeat(300).trim(), text: "x\n" },
  { name: "a subject like an encoded word", subject: "=?UTF-8?B?WA==?= =?UTF-8?Q?Y?=", text: "x\n" },
  { name: "lines that begin with a dot", text: ".\n..\n.x\nthe end\n.\n" },
  { name: "lines that begin with From", text: "From me\n>From you\nFrom \nFromage\n" },
  { name: "very long lines", text: `${"word ".repeat(4000)}\n${"🚀".repeat(3000)}\n${"=".repeat(500)}\n` },
  { name: "long lines that are cut before a dot or From", text: `${"From .".repeat(400)}\n${".".repeat(400)}\n` },
  { name: "blanks at the ends of lines", text: "a \nb\t\n \n\n\nc  \n" },
  { name: "lines like a boundary", text: "--=_conviction-0123\n--=_conviction-0123--\nContent-Type: x\n" },
  { name: "carriage returns", text: "a\r\nb\rc\n" },
];

for (const { name, ...change } of TEXTS) {
  for (const page of [undefined, new TextEncoder().encode("<p>From é.</p>\n.\n")]) {
    Deno.test(`a letter of ${name}${page === undefined ? "" : " with a page"} is read as it was written`, () => {
      const message = messageOf("2026-11-23", change);
      const letter = letterOf(message, { ...PARTS, page });
      const read = readLetter(letter);
      deepEqual(read.headers.get("subject"), [message.subject]);
      deepEqual(read.headers.get("to"), ["desk@example.com, two@example.com"]);
      const [text, attached, ...more] = page === undefined ? [read] : read.parts;
      equal(text?.body.toString().replace(/\n$/, ""), `${message.subject}\n${message.text}`.replace(/\n$/, ""));
      deepEqual(attached && new Uint8Array(attached.body), page);
      equal(more.length, 0);

      const lines = letter.split("\n");
      const body = lines.slice(lines.indexOf("") + 1);
      deepEqual(body.filter((line) => /^(?:\.|From )/.test(line)), [], "a mail system would change these");
      deepEqual(body.filter((line) => line.length > 76), []);
      // RFC 2047, section 2: a line with an encoded word has 76 characters at most; RFC 5322: any line 998.
      deepEqual(lines.filter((line) => line.length > (line.includes("=?UTF-8?B?") ? 76 : 998)), []);
      match(letter, /^[\n\t -~]*$/);
    });
  }
}

const INJECTIONS: readonly Partial<NightMessage>[] = ["\n", "\r\n", "\r", "\n\n", "\u2028", "\u0000"].map((end) => ({
  list: `desk${end}Bcc: x@example.com`,
  subject: `desk${end}Bcc: x@example.com${end}${end}Content-Type: text/html`,
}));

for (const change of INJECTIONS) {
  Deno.test(`a subject ${JSON.stringify(change.subject)} makes no header and no line`, () => {
    const { headers } = readLetter(letterOf(messageOf("2026-11-23", change), PARTS));
    const names = ["to", "subject", "date", "message-id", "auto-submitted", "mime-version"];
    deepEqual([...headers.keys()], [...names, "content-type", "content-transfer-encoding"]);
    const [subject = ""] = headers.get("subject") ?? [];
    ok(!/[\r\n\0\u2028]/.test(subject), JSON.stringify(subject));
    match(subject, /^desk *Bcc: x@example\.com *Content-Type: text\/html$/);
  });
}

Deno.test("a mail system gets the letter once, with its addressees in the letter and its name the same in each attempt", async () => {
  const mail = await withSendmail(`${KEEPS}test -e busy && exit 0\n> busy\nexit 69\n`);
  equal((await mailed(messageOf(), mail))?.state, "delivered");
  equal((await mailed(messageOf(), mail))?.state, "delivered");
  equal(await Deno.readTextFile(`${mail.folder}/args`), "-t -i -t -i ");
  const kept = await Deno.readTextFile(`${mail.folder}/letter.eml`);
  const names = [...kept.matchAll(/^Message-ID: (.*)$/gm)].map(([, name]) => name);
  deepEqual([names.length, new Set(names).size], [2, 1]);
  match(String(names[0]), /^<conviction-[0-9a-f]{32}@conviction\.invalid>$/);
  await mailed(messageOf("2026-11-24"), mail);
  const later = await Deno.readTextFile(`${mail.folder}/letter.eml`);
  equal(new Set([...later.matchAll(/^Message-ID: (.*)$/gm)].map(([, name]) => name)).size, 2);
});

for (const [bytes, isAttached] of [[2_000_000, true], [2_000_001, false]] as const) {
  Deno.test(`a page of ${bytes} bytes is ${isAttached ? "attached" : "not attached: its path is in the text"}`, async () => {
    const mail = await withSendmail(KEEPS);
    const page = `${mail.folder}/report.html`;
    await Deno.writeFile(page, new Uint8Array(bytes).fill(0x41));
    const text = `The page: ${page}\n`;
    equal((await mailed(messageOf("2026-11-23", { page, text }), mail))?.state, "delivered");
    const read = readLetter(await Deno.readTextFile(`${mail.folder}/letter.eml`));
    equal(read.parts[1]?.body.length, isAttached ? bytes : undefined);
    ok((read.parts[0] ?? read).body.toString().includes(page));
  });
}

const STATUSES: readonly (readonly [end: string, state: NightDelivery["state"], calls: number, problem: RegExp])[] = [
  ["exit 0", "delivered", 1, /^$/],
  ...[64, 65, 66, 67].map((code) => [`exit ${code}`, "failed", 1, new RegExp(`status ${code} \\(no\\)$`)] as const),
  ...[68, 69, 71, 73].map((code) => [`exit ${code}`, "failed", 8, /kept, and retried at the next start$/] as const),
  ...[70, 74, 75].map((code) => [`exit ${code}`, "doubtful", 1, /it may have queued the message$/] as const),
  ["exit 1", "failed", 1, /status 1 \(no\); kept, and retried at the next start$/],
  ["exit 127", "failed", 1, /there is no sendmail on this machine: install msmtp .*or use a webhook; kept/],
  ["kill -9 $$", "doubtful", 1, /sendmail did not end by itself \(no\): it may have queued/],
];

for (const [end, state, calls, problem] of STATUSES) {
  Deno.test(`a sendmail that ends with "${end}": ${state}, asked ${calls} times`, async () => {
    const mail = await withSendmail(`#!/bin/sh\ncat > letter.eml\necho x >> calls\necho no >&2\n${end}\n`);
    const made = await mailed(messageOf(), mail);
    equal(made?.state, state);
    match(made?.problem ?? "", problem);
    equal((await Deno.readTextFile(`${mail.folder}/calls`)).trim().split("\n").length, calls);
  });
}

for (const name of ["no-such-sendmail-here", "/nowhere/sendmail"]) {
  Deno.test(`without a mail system (${name}) it is said what to install, and the message is kept`, async () => {
    const folder = await Deno.makeTempDir();
    const made = await mailed(messageOf(), { folder, env: { CONVICTION_SENDMAIL: name } });
    equal(made?.state, "failed");
    match(made?.problem ?? "", /there is no sendmail on this machine: install msmtp .*; kept, and retried/);
  });
}
