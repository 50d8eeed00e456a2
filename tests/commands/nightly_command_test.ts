/** A night in this process: its messages, what a second start does, and what others may have left in its folder. */
import { deepEqual, equal, match, ok } from "../assert.ts";
import { type CountingService, countingService } from "../batch/counting_service.ts";
import { connectTo } from "../../src/commands/connect_to.ts";
import { nightlyCommand } from "../../src/commands/nightly_command.ts";
import { screenCommand } from "../../src/commands/screen_command.ts";
import { networkFetch } from "../../src/setup/network.ts";
import { type Fault, type FaultReceiver, startReceiver, status, TAKES } from "../night/fault_receiver.ts";
import { shiftedClock } from "../night/shifted_clock.ts";
import { testHost } from "./captured.ts";

const GATEWAY: Fault = { name: "502", takes: true, reply: status("502 Bad Gateway") };
const TONIGHT = "2026-11-23";

/** What a test starts nights with. */
interface Desk {
  readonly folder: string;
  readonly service: CountingService;
  readonly receiver?: FaultReceiver;
}

function deskOf(service: CountingService, receiver?: FaultReceiver): Desk {
  const folder = Deno.makeTempDirSync();
  Deno.writeTextFileSync(`${folder}/desk.csv`, "ticker\nAAPL\nIBM\n");
  return { folder, service, ...receiver && { receiver } };
}

/** Starts a night at a local time; the receiver is told. */
async function start(
  { folder, service, receiver }: Desk,
  { at = `${TONIGHT}T22:30:00`, args = ["desk.csv"] }: { readonly at?: string; readonly args?: readonly string[] } = {},
) {
  const clock = shiftedClock(new Date(at));
  const host = testHost({
    ...{ folder, clock, fetch: networkFetch, readText: textOf },
    connect: (settings) => Promise.resolve(connectTo(settings)),
  });
  const notify = receiver === undefined ? [] : ["--notify", `${receiver.base}/told`];
  const code = await nightlyCommand([...args, "--base-url", service.baseUrl, ...notify], host);
  return { code, out: host.out.text, err: host.err.text };
}

function textOf(path: string): string | undefined {
  try {
    return Deno.readTextFileSync(path);
  } catch {
    return undefined;
  }
}

/** What the receiver was told, by kind. */
function toldTo(
  { received }: FaultReceiver,
): { readonly kind: string; readonly text: string; readonly status: number }[] {
  return received.map(({ body }) => {
    const { text, conviction } = JSON.parse(body);
    return { kind: conviction.kind, status: conviction.status, text };
  });
}

function namesIn({ folder }: Desk): string[] {
  return Array.from(Deno.readDirSync(folder)).map(({ name }) => name);
}

function paid({ service }: Desk): number[] {
  return [...service.answered.values()];
}

Deno.test("a night sends one message, however often it is started, and pays once", async () => {
  await using service = countingService();
  await using receiver = startReceiver(() => TAKES);
  const desk = deskOf(service, receiver);
  const first = await start(desk);
  match(first.out, /^22:30 deliver +The message was delivered to http:\/\/127\.0\.0\.1:\d+\/\.\.\.$/m);
  const later = await start(desk, { at: "2026-11-24T03:00:00" });
  match(later.out, /^22:30 deliver +The message was delivered to \S+ \(done before\)$/m);
  deepEqual([first.code, later.code], [0, 0]);
  deepEqual(paid(desk), [1, 1]);
  const [{ kind, text, status } = { kind: "", text: "", status: 1 }, ...more] = toldTo(receiver);
  deepEqual([kind, status, more], ["ended", 0, []]);
  match(text, /^desk 23 Nov 2026: 2 of 2 theses, no alerts\n/);
  match(text, /^Page: runs\/desk\/2026-11-23\/report\.html$/m);
});

Deno.test("a night that a limit stopped tells so once; the start that ends it tells of the end", async () => {
  await using service = countingService();
  await using receiver = startReceiver(() => TAKES);
  const desk = deskOf(service, receiver);
  const limited = ["desk.csv", "--limit", "1"];
  for (const _ of ["first", "again"]) equal((await start(desk, { args: limited })).code, 3);
  equal((await start(desk)).code, 0);
  deepEqual(toldTo(receiver).map(({ kind, status }) => `${kind} ${status}`), ["stopped 3", "ended 0"]);
  match(
    toldTo(receiver)[0]?.text ?? "",
    /^INCOMPLETE desk 23 Nov 2026: 1 of 2 theses.*\n+2 rows: 1 done, 1 skipped in /,
  );
  match(toldTo(receiver)[0]?.text ?? "", /to resume the run: deno task -q nightly desk\.csv .*--night 2026-11-23/);
  deepEqual(paid(desk), [1, 1]);
});

Deno.test("a message that nobody takes makes the night exit with 1, is kept, and arrives by a later start", async () => {
  await using service = countingService();
  let isDown = true;
  await using receiver = startReceiver(() =>
    isDown ? { name: "503", reply: status("503 Busy", "retry-after: 3600\r\n") } : TAKES
  );
  const desk = deskOf(service, receiver);
  const first = await start(desk);
  equal(first.code, 1);
  match(first.out, /^\d\d:\d\d deliver +The message was not delivered to \S+: .*503/m);
  isDown = false;
  const later = await start(desk);
  equal(later.code, 0);
  match(later.out, /^\d\d:\d\d deliver +The message was delivered to \S+$/m);
  deepEqual([...receiver.taken.values()], [1]);
  deepEqual(paid(desk), [1, 1]);
});

Deno.test("a message in doubt makes each night exit with 1, until one is started with --seen", async () => {
  await using service = countingService();
  await using receiver = startReceiver((index) => index === 0 ? GATEWAY : TAKES);
  const desk = deskOf(service, receiver);
  const nights = ["2026-11-23", "2026-11-23", "2026-11-24", "2026-11-25"];
  const codes: number[] = [];
  for (const night of nights) {
    const { code, out } = await start(desk, { at: `${night}T22:30:00` });
    codes.push(code);
    match(out, /In doubt: the message of 23 Nov 2026; check whether it arrived\. Each night exits with 1 until one is/);
  }
  const seen = await start(desk, { at: "2026-11-26T22:30:00", args: ["desk.csv", "--seen"] });
  const later = await start(desk, { at: "2026-11-27T22:30:00" });
  deepEqual([codes, seen.code, later.code], [[1, 1, 1, 1], 0, 0]);
  ok(!later.out.includes("In doubt"));
  equal(toldTo(receiver).length, 5, "nothing is sent twice");
});

Deno.test("a list that cannot be read is told where somebody is to be told, and leaves no folder behind elsewhere", async () => {
  await using service = countingService();
  await using receiver = startReceiver(() => TAKES);
  const wrong = { args: ["nope.csv"] };
  const untold = deskOf(service);
  deepEqual(await start(untold, wrong), {
    code: 2,
    out: "",
    err: "error: Cannot read nope.csv: there is no such file\n",
  });
  deepEqual(namesIn(untold), ["desk.csv"]);
  equal((await start(deskOf(service, receiver), wrong)).code, 2);
  match(toldTo(receiver)[0]?.text ?? "", /^INCOMPLETE nope 23 Nov 2026: stopped, nothing sent\n+Cannot read nope/);
  deepEqual(toldTo(receiver).map(({ kind }) => kind), ["stopped"]);
});

Deno.test("a wrong target is wrong usage before anything is asked, and its address is not repeated", async () => {
  await using service = countingService();
  const desk = deskOf(service);
  const { code, err } = await start(desk, { args: ["desk.csv", "--notify", "ftp://host/secret-token"] });
  equal(code, 2);
  ok(!err.includes("secret-token"), err);
  deepEqual(paid(desk), []);
});

Deno.test("a night that had not begun by its hour is told once; one that began late is not", async () => {
  await using service = countingService();
  await using receiver = startReceiver(() => TAKES);
  const desk = deskOf(service, receiver);
  const look = (at: string) => start(desk, { at, args: ["desk.csv", "--expect-by", "23:30"] });
  const early = await look("2026-11-23T22:00:00");
  equal(early.code, 2);
  match(early.err, /^error: Cannot look for the night of 23 Nov 2026 before 23:30: it is 22:00 \(\S+\)$/m);
  for (const at of ["2026-11-23T23:30:00", "2026-11-23T23:45:00", "2026-11-24T07:00:00"]) {
    const { code, out } = await look(at);
    equal(code, 1);
    match(out, /^no run of 23 Nov 2026 had begun by 23:30 \(\S+\)$/m);
  }
  deepEqual(toldTo(receiver).map(({ kind }) => kind), ["missed"]);
  equal((await start(desk, { at: "2026-11-24T08:00:00" })).code, 0);
  const after = await look("2026-11-24T09:00:00");
  deepEqual([after.code, toldTo(receiver).length], [0, 2]);
  match(after.out, /^the run of 23 Nov 2026 began at 08:00 \(\S+\)$/m);
  equal((await look("2026-11-24T23:31:00")).code, 1, "the next night is another one");
});

Deno.test("a night whose process died is told as stopped by who looks for it", async () => {
  await using service = countingService();
  await using receiver = startReceiver(() => TAKES);
  const desk = deskOf(service, receiver);
  const steps = {
    version: 1,
    night: TONIGHT,
    list: "desk",
    starts: [`${TONIGHT}T21:30:00.000Z`],
    steps: {},
    messages: {},
  };
  await Deno.mkdir(`${desk.folder}/runs/desk/.nights`, { recursive: true });
  await Deno.writeTextFile(`${desk.folder}/runs/desk/.nights/${TONIGHT}.json`, JSON.stringify(steps));
  const { code, out } = await start(desk, { at: `${TONIGHT}T23:40:00`, args: ["desk.csv", "--expect-by", "23:30"] });
  equal(code, 1);
  match(out, /began at \d\d:\d\d \(\S+\), and its process died; the same command resumes it$/m);
  deepEqual(toldTo(receiver).map(({ kind }) => kind), ["stopped"]);
});

Deno.test("a dry run of a night sends nothing, tells nobody and writes nothing", async () => {
  await using service = countingService();
  await using receiver = startReceiver(() => TAKES);
  const desk = deskOf(service, receiver);
  const { code, out } = await start(desk, { args: ["desk.csv", "--dry-run", "--price", "0.5"] });
  equal(code, 0);
  match(out, /^22:30 screen +would begin runs\/desk\/2026-11-23: 2 rows, 2 requests, at most 1\.00$/m);
  match(out, /^22:30 deliver +would tell http:\/\/127\.0\.0\.1:\d+\/\.\.\.$/m);
  deepEqual([paid(desk), receiver.received.length], [[], 0]);
  deepEqual(namesIn(desk), ["desk.csv"]);
});

Deno.test("a night compares with the night before it by date, also one that is made up for later", async () => {
  await using service = countingService();
  const desk = deskOf(service);
  for (const night of ["2026-11-19", "2026-11-23", "2026-11-20"]) {
    equal((await start(desk, { args: ["desk.csv", "--night", night] })).code, 0);
  }
  const since = (night: string) =>
    JSON.parse(textOf(`${desk.folder}/runs/desk/${night}/manifest.json`) ?? "").since?.folder;
  deepEqual(["2026-11-19", "2026-11-20", "2026-11-23"].map(since), [undefined, "../2026-11-19", "../2026-11-19"]);
  const manifest = JSON.parse(textOf(`${desk.folder}/runs/desk/2026-11-20/manifest.json`) ?? "");
  equal(manifest.options["as-of"], "2026-11-20", "a remote service is asked as of the night");
});

Deno.test("a run that was begun by hand on that day stays, and the night has a folder beside it", async () => {
  await using service = countingService();
  const desk = deskOf(service);
  const { folder } = desk;
  const clock = shiftedClock(new Date(`${TONIGHT}T14:00:00`));
  const byHand = testHost({ folder, clock, connect: (settings) => Promise.resolve(connectTo(settings)) });
  equal(await screenCommand(["desk.csv", "--base-url", service.baseUrl], byHand), 0, byHand.err.text);
  for (const _ of ["first", "again"]) {
    match((await start(desk)).out, /screen +2 rows: 2 done in runs\/desk\/2026-11-23-2( \(done before\))?$/m);
  }
});

Deno.test("--json prints an object for each step, and no other line than those of the screen", async () => {
  await using service = countingService();
  const { out } = await start(deskOf(service), { args: ["desk.csv", "--json"] });
  const lines = out.trimEnd().split("\n").map((line) => JSON.parse(line));
  const steps = lines.filter(({ event }) => event === "step");
  deepEqual(steps.map(({ step, state }) => `${step} ${state}`), [
    "check done",
    "screen done",
    "compare done",
    "alerts done",
  ]);
  deepEqual(steps[1].figures.done, 2);
  deepEqual([...new Set(lines.map(({ event }) => event))].toSorted(), ["begun", "ended", "outcome", "step"]);
});
