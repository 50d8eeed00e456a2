import config from "../../deno.json" with { type: "json" };
import { type Machine, thisMachine } from "../batch/machine.ts";
import { permittedEnv } from "../setup/host.ts";
import { networkFetch, proxyNotice } from "../setup/network.ts";
import type { Host } from "./host.ts";
import { onInterrupt } from "./interrupt.ts";
import { runCommand } from "./on_finish.ts";
import { askInTerminal, readStandardInput, standardError, standardOutput } from "./output.ts";
import { readTextFile, writeNewFile } from "./text_file.ts";

/** The machine that this process runs on; relative paths start where the person called `deno task`. */
export function thisHost(): Host {
  const machine = thisMachine();
  return {
    ...machine,
    folder: permittedEnv("INIT_CWD") ?? machine.folder,
    startedAt: new Date(performance.timeOrigin),
    startedBy: permittedEnv("CONVICTION_STARTED_BY") ??
      `${permittedEnv("npm_lifecycle_event") === "npx" ? `npx -y deno@${minorVersion(machine)} ` : "deno "}task -q`,
    versions: { conviction: config.version, ...machine.versions },
    out: standardOutput,
    err: standardError,
    fetch: networkFetch,
    env: permittedEnv,
    proxyNotice,
    readInput: readStandardInput,
    askPerson: askInTerminal(),
    readText: readTextFile,
    writeNew: writeNewFile,
    onInterrupt,
    runCommand,
    // Loaded when it is called: the commands that only read a run start without the client.
    openVerifier: async (data) => (await import("../setup/read_verifier.ts")).readVerifier(data),
    connect: async (settings) => (await import("./connect_to.ts")).connectTo(settings),
  };
}

function minorVersion({ versions }: Machine): string {
  return (versions["deno"] ?? "").split(".").slice(0, 2).join(".");
}
