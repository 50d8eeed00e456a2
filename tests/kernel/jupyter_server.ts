/** A Jupyter server of a test: on a free port of the loopback, with folders of its own, and no `deno` in its PATH. */
import { join } from "node:path";
import { thisHost } from "../../src/commands/this_host.ts";
import { kernelCommand } from "../../src/commands/kernel_command.ts";
import { thisComputer } from "../../src/commands/local/computer.ts";
import { capturedOutputs } from "../commands/captured.ts";
import { JUPYTER } from "../needs.ts";

/** The two front ends. */
export type FrontEnd = "lab" | "notebook";

const STARTS_WITHIN_MS = 60_000;
const LOOK_AGAIN_MS = 50;
/** No login, no news from the network, and the page's app in `window.jupyterapp`. */
const FLAGS = [
  ...["--no-browser", "--ip=127.0.0.1", "--port=0", "--allow-root"],
  ...["--IdentityProvider.token=", "--ServerApp.password=", "--ServerApp.disable_check_xsrf=True"],
  ...["--LabApp.expose_app_in_browser=True", "--JupyterNotebookApp.expose_app_in_browser=True"],
];
/** These ask the network. */
const DISABLED = [
  "@jupyterlab/apputils-extension:announcements",
  "@jupyterlab/extensionmanager-extension",
  "@jupyterlab/lsp-extension",
];

/** A running server; disposing of it ends its kernels too. */
export class JupyterServer implements AsyncDisposable {
  readonly #process: Deno.ChildProcess;
  readonly #folder: string;
  /** Address of the front end, without a slash at the end. */
  readonly url: string;
  /** Where its notebooks are. */
  readonly notebooks: string;

  private constructor(process: Deno.ChildProcess, folder: string, url: string) {
    this.#process = process;
    this.#folder = folder;
    this.url = url;
    this.notebooks = join(folder, "notebooks");
  }

  /** Starts a server whose kernels and whose folder of notebooks are what `deno task conviction kernel --in` writes. */
  static async start(frontEnd: FrontEnd): Promise<JupyterServer> {
    const folder = await Deno.makeTempDir({ prefix: "jupyter-" });
    await writeFolders(folder);
    await installKernels(folder);
    // A server that a script starts with & ignores SIGINT, its kernels inherit that, and Stop does nothing.
    const args = ["--default-signal=INT", JUPYTER, frontEnd, ...FLAGS];
    const process = new Deno.Command("/usr/bin/env", {
      args: [...args, `--ServerApp.root_dir=${join(folder, "notebooks")}`],
      cwd: join(folder, "notebooks"),
      clearEnv: true,
      env: await environment(folder),
      ...{ stdin: "null", stdout: "null", stderr: "null" },
    }).spawn();
    try {
      const { url } = await recordOf(process, folder);
      return new JupyterServer(process, folder, url.replace(/\/$/, ""));
    } catch (error) {
      await end(process, folder);
      throw error;
    }
  }

  /** Path of a file beside the notebooks. */
  path(name: string): string {
    return join(this.notebooks, name);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await end(this.#process, this.#folder);
  }
}

async function writeFolders(folder: string): Promise<void> {
  // All cells are in the page, also those that are out of sight, so that what is in them runs if it can
  const settings = JSON.stringify({ "@jupyterlab/notebook-extension:tracker": { windowingMode: "none" } });
  for (const name of ["notebooks", "home", "config/labconfig", "data", "runtime"]) {
    await Deno.mkdir(join(folder, name), { recursive: true });
  }
  const disabledExtensions = Object.fromEntries(DISABLED.map((name) => [name, true]));
  await Deno.writeTextFile(join(folder, "config/labconfig/default_setting_overrides.json"), settings);
  await Deno.writeTextFile(join(folder, "config/labconfig/page_config.json"), JSON.stringify({ disabledExtensions }));
}

async function installKernels(folder: string): Promise<void> {
  const outputs = capturedOutputs();
  const env = (name: string) => name === "JUPYTER_DATA_DIR" ? join(folder, "data") : Deno.env.get(name);
  const host = { ...thisHost(), ...outputs, folder, env };
  const status = await kernelCommand(["--in", "notebooks"], host, thisComputer());
  if (status !== 0) throw new Error(`Cannot install the kernel: ${outputs.err.text}`);
}

/** What a person has who installed Jupyter and no Deno; the packages that are already downloaded are found. */
async function environment(folder: string): Promise<Record<string, string>> {
  const { stdout } = await new Deno.Command(Deno.execPath(), { args: ["info", "--json"] }).output();
  const isWithoutDeno = (path: string) => !["deno", "deno.exe"].some((name) => isFile(join(path, name)));
  return {
    PATH: (Deno.env.get("PATH") ?? "").split(":").filter(isWithoutDeno).join(":"),
    HOME: join(folder, "home"),
    DENO_DIR: JSON.parse(new TextDecoder().decode(stdout)).denoDir,
    JUPYTER_CONFIG_DIR: join(folder, "config"),
    JUPYTER_DATA_DIR: join(folder, "data"),
    JUPYTER_RUNTIME_DIR: join(folder, "runtime"),
  };
}

function isFile(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch {
    return false; // there is none
  }
}

/** A server writes its address into its runtime folder. */
async function recordOf(process: Deno.ChildProcess, folder: string): Promise<{ readonly url: string }> {
  const path = join(folder, "runtime", `jpserver-${process.pid}.json`);
  let ended = false;
  process.status.then(() => ended = true);
  for (let waited = 0; waited < STARTS_WITHIN_MS && !ended; waited += LOOK_AGAIN_MS) {
    const text = await Deno.readTextFile(path).catch(() => "");
    if (text.trimEnd().endsWith("}")) return JSON.parse(text);
    await new Promise((done) => setTimeout(done, LOOK_AGAIN_MS));
  }
  throw new Error(`Cannot start ${JUPYTER}: ${ended ? "it ended" : "it opens no port"}`);
}

async function end(process: Deno.ChildProcess, folder: string): Promise<void> {
  try {
    process.kill("SIGTERM");
  } catch {
    // It has ended
  }
  await process.status;
  await Deno.remove(folder, { recursive: true }).catch(() => {});
}
