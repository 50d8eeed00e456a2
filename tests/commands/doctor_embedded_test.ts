import { match } from "../assert.ts";
import { doctorCommand } from "../../src/commands/doctor_command.ts";
import { connect } from "../../mod.ts";
import type { Connection } from "../../src/setup/connection.ts";
import { inFolder } from "../data/in_folder.ts";
import { testHost } from "./captured.ts";
import { fakeComputer } from "./fake_computer.ts";

Deno.test("doctor asks the service that is embedded, whose answer has a chart", async () => {
  const research = connect();
  const service = { research, [Symbol.asyncDispose]: () => Promise.resolve() } as unknown as Connection;
  await inFolder({ "nb/01.ipynb": "{}" }, async (folder) => {
    const host = testHost({ folder, versions: { deno: "2.9.6" }, env: (name) => name === "HOME" ? folder : undefined });
    await doctorCommand([], { ...host, connect: () => Promise.resolve(service) }, fakeComputer());
    match(host.out.text, /^ok {7}embedded service: answers, with 3 files of a chart$/m);
  });
});
