import { contactProblem } from "../connect/edgar.ts";
import { InputError } from "../protocol/errors.ts";
import { type CommandHost, defineCommand, type Place } from "./command.ts";
import { oneOf } from "./flag_values.ts";
import type { CommandPage, FlagTable } from "./flags.ts";
import type { Host } from "./host.ts";
import { keepUserSettings, ownPaths, readUserSettings } from "./user_settings.ts";

/** The page of `settings`. */
export const SETTINGS = {
  does: "Shows, changes or forgets what you said once; it holds no key.",
  usage: ["settings [flags]"],
  flags: {
    "contact": { value: "TEXT", help: "your name and e-mail address, by which the SEC knows who asks" },
    "fetch": {
      value: "ask|always|never",
      read: oneOf("ask", "always", "never"),
      help: "whether filings that are not on this machine are fetched",
    },
    "mirror": { value: "URL", help: "an address that CONVICTION_EDGAR_URL may name in place of the SEC's" },
    "forget": { help: "forget all of it" },
  } as const satisfies FlagTable,
  notes: [
    "CONVICTION_CONTACT comes before the contact that is kept, --no-fetch before always, and never before --fetch.",
    "Exit status: 0 shown or kept; 2 wrong usage, or a file that holds something else.",
  ],
} as const satisfies CommandPage;

/** Shows, changes or forgets the settings of a person. */
export const settingsCommand = defineCommand(
  SETTINGS,
  async (
    { contact, fetch, mirror, forget, words: [word] },
    { host, terminal }: Place<CommandHost & Pick<Host, "readText">>,
  ) => {
    if (word !== undefined) throw new InputError(`Cannot use "${word}": settings takes flags only`);
    const problem = contact && contactProblem(contact);
    if (problem) throw new InputError(`Cannot keep --contact: it ${problem}`);
    const before = forget ? {} : readUserSettings(host);
    const kept = { ...before, ...contact && { contact }, ...fetch && { fetch }, ...mirror && { mirror } };
    if (forget || contact || fetch || mirror) {
      await keepUserSettings(host, { ...kept, fetch: kept.fetch === "ask" ? undefined : kept.fetch });
    }
    const { contact: who = "not named", fetch: may = "ask", mirror: other = "none" } = readUserSettings(host);
    const { settings, data } = ownPaths(host);
    const said = { settings, data, contact: who, fetch: may, mirror: other };
    terminal.print(...Object.entries(said).map(([name, value]) => `${name.padEnd(8)}  ${value}`));
  },
);
