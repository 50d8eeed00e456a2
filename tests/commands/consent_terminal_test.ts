/** Consent in a pseudo-terminal, against the made SEC on a port: the rows that a person at a keyboard decides. */
import { deepEqual, equal, match } from "../assert.ts";
import { CONTACT, published } from "../connect/made_edgar.ts";
import { serveEdgar } from "../connect/edgar_loopback.ts";
import { missingPython, PYTHON, testNeeding } from "../needs.ts";
import { ROOT } from "./run_pipeline.ts";

const PLTR = { cik: 1321655, tickers: ["PLTR"], name: "Palantir Technologies Inc.", filings: [], facts: [{}] };
const FIGURE = "What was Palantir's revenue in 2019?";

/** Runs a program in a pseudo-terminal, types an answer after each prompt, and prints what was shown. */
const TERMINAL = `
import json, os, pty, select, sys, time
says, argv = json.loads(sys.argv[1]), sys.argv[2:]
pid, fd = pty.fork()
if pid == 0: os.execvp(argv[0], argv)
shown, seen, end = b"", 0, time.time() + 30
while time.time() < end:
    if select.select([fd], [], [], 0.2)[0]:
        try: piece = os.read(fd, 65536)
        except OSError: break
        if not piece: break
        shown += piece
    prompts = shown.count(b"[y/N/always] ") + shown.count(b"e-mail address: ")
    if prompts > seen and says:
        seen += 1
        os.write(fd, says.pop(0).encode() + b"\\n")
sys.stdout.buffer.write(shown)
sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
`;

interface Row {
  readonly says: readonly string[];
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly kept?: object;
  /** Requests that are sent. */
  readonly sent: number;
  readonly shows: RegExp;
  readonly keeps?: object;
}

const WHO = { CONVICTION_CONTACT: CONTACT };
const ROWS: Readonly<Record<string, Row>> = {
  "Enter is no": {
    says: [""],
    env: WHO,
    sent: 0,
    shows: /\sNothing was fetched; to fetch: deno task -q ask .*--fetch\s*$/,
  },
  "n is no": { says: ["n"], env: WHO, sent: 0, shows: /^(?![^]*error:)[^]*Nothing was fetched/ },
  "y is once": { says: ["y"], env: WHO, sent: 2, shows: /was \$1,000/, keeps: {} },
  "always is kept": { says: ["always"], env: WHO, sent: 2, shows: /was \$1,000/, keeps: { fetch: "always" } },
  "the contact is asked once": { says: ["y", CONTACT], sent: 2, shows: /was \$1,000/, keeps: { contact: CONTACT } },
  "no contact is no": {
    says: ["y", ""],
    sent: 0,
    shows: /CONVICTION_CONTACT="Jane Doe jane@example.com" deno task -q ask/,
  },
  "--fetch asks nobody": { says: [], args: ["--fetch"], env: WHO, sent: 2, shows: /^(?![^]*y\/N)[^]*was \$1,000/ },
  "--no-fetch asks nobody": {
    says: [],
    args: ["--no-fetch"],
    env: WHO,
    sent: 0,
    shows: /^(?![^]*y\/N)[^]*nothing was fetched/,
  },
  "--no-fetch beats always": {
    ...{ says: [], args: ["--no-fetch"], env: WHO, kept: { fetch: "always" } },
    ...{ sent: 0, shows: /nothing was fetched/ },
  },
  "never beats --fetch": {
    ...{ says: [], args: ["--fetch"], env: WHO, kept: { fetch: "never" } },
    ...{ sent: 0, shows: /says never to fetch/ },
  },
  "always kept asks nobody": { says: [], env: WHO, kept: { fetch: "always" }, sent: 2, shows: /was \$1,000/ },
  "--json asks nobody": { says: [], args: ["--json"], env: WHO, sent: 0, shows: /nothing was fetched/ },
  "CI asks nobody": { says: [], env: { ...WHO, CI: "1" }, sent: 0, shows: /nothing was fetched/ },
};

for (const [what, { says, args = [], env = {}, kept, sent, shows, keeps }] of Object.entries(ROWS)) {
  testNeeding(missingPython("pty"), `in a terminal, ${what}`, async () => {
    const home = await Deno.makeTempDir();
    const settings = `${home}/.config/conviction/settings.json`;
    await Deno.mkdir(`${home}/.config/conviction`, { recursive: true });
    if (kept !== undefined) await Deno.writeTextFile(settings, JSON.stringify(kept));
    await using edgar = serveEdgar(published([PLTR]));
    const start = ["run", "-q", "--no-check", "--no-prompt", "-P=conviction", "--config", `${ROOT}deno.json`];
    const own = { HOME: home, INIT_CWD: home, NO_COLOR: "1", npm_lifecycle_event: "", DENO_NO_UPDATE_CHECK: "1" };
    const path = { PATH: Deno.env.get("PATH") ?? "", DENO_DIR: denoDir(), TERM: "xterm" };
    const { code, stdout } = await new Deno.Command(PYTHON, {
      args: [
        "-c",
        TERMINAL,
        JSON.stringify(says),
        Deno.execPath(),
        ...start,
        "pipelines/conviction.ts",
        FIGURE,
        ...args,
      ],
      ...{ cwd: ROOT, clearEnv: true, stdin: "null", stderr: "inherit" },
      env: { ...path, ...own, CONVICTION_EDGAR_URL: edgar.url, ...env },
    }).output();
    const shown = new TextDecoder().decode(stdout);
    deepEqual([code, edgar.asked.length], [sent > 0 ? 0 : 2, sent], shown);
    match(shown, shows);
    if (says.length > 0) {
      match(shown, /about 4 requests, 0\.3 MB[^]*Fetch now from 127\.0\.0\.1:\d+\? \[y\/N\/always\] /);
    }
    if (keeps === undefined) return;
    deepEqual(JSON.parse(await Deno.readTextFile(settings).catch(() => "{}")), keeps);
    if (Object.keys(keeps).length > 0) equal(((await Deno.stat(settings)).mode ?? 0) & 0o777, 0o600);
  });
}

/** Where Deno keeps what it compiled: not in the made home folder. */
function denoDir(): string {
  return Deno.env.get("DENO_DIR") ?? `${Deno.env.get("HOME")}/.cache/deno`;
}
