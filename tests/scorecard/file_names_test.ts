/** Scorecard case 10: files with any server-given name stay in their folder, are distinct, and open on any system. */
import { deepEqual, equal, ok } from "../assert.ts";
import { anyText } from "../fixtures/any_text.ts";
import { runsOf } from "../sweeps.ts";
import { dirname } from "node:path";
import fc from "fast-check";
import { createClient } from "../../src/client/client.ts";
import { systemClock } from "../../src/pace/system_clock.ts";
import { newId } from "../../src/setup/host.ts";
import { safeName } from "../../src/text/safe_name.ts";
import { printFigure } from "./figure.ts";

const DEVICES = ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$", "COM1", "COM9", "COM¹", "LPT1", "LPT9", "LPT³"];
const WAYS_OUT = [
  ...[
    "..",
    ".",
    "/",
    "\\",
    "../x.csv",
    "../../etc/passwd",
    "/etc/passwd",
    "C:\\Windows\\x.png",
    "C:x.csv",
    "\\\\host\\share\\x",
  ],
  ...[
    "....//x.csv",
    "..\\..\\x.csv",
    "x/../../y.csv",
    "%2e%2e%2fx.csv",
    "..%2fx.csv",
    "..%5cx.csv",
    "%00.csv",
    "~/x",
    "~root",
  ],
  ...[
    "\\\\?\\C:\\x",
    "\\\\.\\NUL",
    "file:///etc/passwd",
    "http://x/y.png",
    "/dev/null",
    "/proc/self/mem",
    "x\0/../../y",
  ],
  ...[
    "．．/x.csv",
    "․․/x.csv",
    "..／x.csv",
    "..∕x.csv",
    "..⧵x.csv",
    "\u2025/x.csv",
    "a/b/c/d.csv",
    "./x.csv",
    ".//x.csv",
  ],
];
const TRICKS = [
  ...[
    "x.csv:stream",
    "x.csv::$DATA",
    "x:y.csv",
    "$MFT",
    "desktop.ini",
    "Thumbs.db",
    "autorun.inf",
    ".bashrc",
    ".ssh",
    "-rf",
    "--help",
  ],
  ...[
    "x.csv.",
    "x.csv ",
    "x.csv. . .",
    " x.csv",
    "\tx.csv",
    "x\ny.csv",
    "x\r.csv",
    "x\0y.csv",
    "\u001b[2Jx.csv",
    "x\u007f.csv",
  ],
  ...[
    "x\u202Egnp.exe",
    "\u202Ex",
    "\u2066x\u2069.csv",
    "x\u200B.csv",
    "\uFEFFx.csv",
    "x\u00AD.csv",
    "\ud800.csv",
    "x\udc00.csv",
  ],
  ...[
    "x.exe",
    "x.csv.exe",
    "x.bat",
    "x.lnk",
    "x.html",
    "x.svg.html",
    "x.desktop",
    "x.scr",
    "x.png.sh",
    "x.{2559a1f2-21d7-11d4}",
  ],
  ...[
    "<x>.csv",
    'x".csv',
    "x|y.csv",
    "x?.csv",
    "x*.csv",
    "$(id).csv",
    "`id`.csv",
    "x;id.csv",
    "x&y.csv",
    "=cmd|x.csv",
    "'x'.csv",
  ],
  ...[
    "X.CSV",
    "x.CSV",
    "X.csv",
    "x.csv",
    "é.csv",
    "e\u0301.csv",
    "ﬁle.csv",
    "K.csv",
    "K.csv",
    "ı.csv",
    "ß.csv",
    "株価.png",
    "🜁.png",
  ],
  ...[
    "",
    " ",
    "...",
    "_",
    "-",
    "____",
    "undefined",
    "null",
    "__proto__",
    "constructor",
    "toString",
    "NaN",
    "0",
    "\u0000",
  ],
];
const LONG = [79, 80, 81, 251, 255, 256, 1000, 100_000].flatMap((
  length,
) => ["x".repeat(length) + ".csv", "é".repeat(length), ".".repeat(length)]);
const HOSTILE = [
  ...WAYS_OUT,
  ...TRICKS,
  ...LONG,
  ...DEVICES.flatMap((
    name,
  ) => [name, `${name}.csv`, `${name.toLowerCase()}.tar.csv`, `${name} .csv`, `${name}:x`, `../${name}`, `.${name}`]),
];

/** Names that Windows' file system or shell rejects or misreads, and names that hide a file elsewhere. */
function refusedByNtfs(name: string): boolean {
  const device = /^(?:con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(?:[ .:]|$)/i;
  // deno-lint-ignore no-control-regex -- the pattern looks for them
  return /[<>:"/\\|?*\x00-\x1f]/.test(name) || /[. ]$/.test(name) || /^[.-]/.test(name) || device.test(name) ||
    name === "" || new TextEncoder().encode(name).length > 255;
}

Deno.test("scorecard 10: files with hostile names are saved inside the folder, each under a unique name", async () => {
  const folder = await Deno.makeTempDir();
  try {
    let count = 0;
    const fetch = () =>
      Promise.resolve(new Response(`content ${count++}`, { headers: { "content-type": "text/csv" } }));
    const research = createClient({ baseUrl: "http://files.invalid", fetch, clock: systemClock, newId });
    const outside: string[] = [];
    const refused: string[] = [];
    for (const filename of HOSTILE) {
      const { path } = await research.download({ file_id: "file_1", filename }, folder);
      if (dirname(path) !== folder) outside.push(filename);
      if (refusedByNtfs(path.slice(folder.length + 1))) refused.push(path);
    }
    const saved = (await Array.fromAsync(Deno.readDir(folder))).map(({ name }) => name.toLowerCase());
    const collisions = HOSTILE.length - new Set(saved).size;
    printFigure(
      10,
      `${HOSTILE.length} hostile names: ${outside.length} outside, ${collisions} collisions, ${refused.length} refused by NTFS`,
    );
    deepEqual([outside, refused, collisions], [[], [], 0]);
    equal(count, HOSTILE.length);
    ok(HOSTILE.length >= 200);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

const GENERATED = runsOf("scorecard/file_names", 10_000);

Deno.test("scorecard 10: generated names are safe", () => {
  const piece = fc.constantFrom(...HOSTILE.filter(({ length }) => length < 300));
  const name = fc.oneof(
    anyText({ maxLength: 300 }),
    fc.array(piece, { maxLength: 4 }).map((all) => all.join("")),
  );
  let refused = 0;
  fc.assert(
    fc.property(name, (given) => {
      const isRefused = refusedByNtfs(safeName(given, { fallback: "file_1" }));
      if (isRefused) refused++;
      return !isRefused;
    }),
    GENERATED,
  );
  printFigure(10, `${GENERATED.numRuns} generated names: ${refused} refused by NTFS`);
  equal(refused, 0);
});

Deno.test("the NTFS check rejects the names that Windows rejects", () => {
  for (const name of ["CON", "nul.csv", "a:b", "a.", "a ", "a/b", "a\0", "", "x".repeat(256), "com¹.txt"]) {
    ok(refusedByNtfs(name), name);
  }
  for (const name of ["a.csv", "CON_.csv", "concern.csv", "a-2.png"]) ok(!refusedByNtfs(name), name);
});
