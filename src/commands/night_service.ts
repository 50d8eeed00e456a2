import type { Place } from "./command.ts";
import type { Connection, ServiceDescription } from "../setup/connection.ts";
import { modelNote } from "./choose_model.ts";
import { type ChosenService, keyNote } from "./choose_service.ts";
import { describeService } from "./data_lines.ts";
import type { NightlyFlags } from "./nightly_flags.ts";
import type { ScreenHost } from "./run_screen.ts";

/** A service that was opened, and what it says of itself. */
export interface OpenService {
  readonly connection: Connection;
  readonly described: ServiceDescription;
}

/** The service of a night: opened by the first step that needs it, after the data are fetched. */
export class NightService implements AsyncDisposable {
  readonly #open: () => Promise<OpenService>;
  #opened: Promise<OpenService> | undefined;

  /** @param chosen The service that flags, environment and settings name. */
  constructor(chosen: ChosenService, { flags, host, terminal }: Place<ScreenHost> & { readonly flags: NightlyFlags }) {
    this.#open = async () => {
      const connection = await host.connect(chosen.settings);
      try {
        const { described, lines } = await describeService(connection, flags, { host, terminal });
        terminal.steps([...lines, ...chosen.notes]);
        const lost = [keyNote(chosen.settings, host), modelNote("nightly", host)];
        terminal.note(...lost.filter((line) => line !== undefined));
        return { connection, described };
      } catch (error) {
        await connection.close();
        throw error;
      }
    };
  }

  /** Connects, and reads the data of the embedded service; later calls give the same. */
  open(): Promise<OpenService> {
    return this.#opened ??= this.#open();
  }

  /** Closes what was opened. */
  async [Symbol.asyncDispose](): Promise<void> {
    const opened = await this.#opened?.catch(() => undefined); // whoever opened it has the error
    await opened?.connection.close();
  }
}
