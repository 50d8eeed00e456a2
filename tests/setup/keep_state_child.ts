/** A process to be killed: asks the embedded service, with its state kept in a folder, and prints the answers. */
import { openConnection } from "../../src/setup/connect.ts";

const [folder = ""] = Deno.args;
const connection = openConnection({ kind: "embedded", data: undefined });
await connection.persistTo(`${folder}/.service`);
await Promise.all(["AAPL", "MSFT", "IBM", "AMZN"].map(async (ticker) => {
  const request = { input: `Analyse ${ticker}`, include: ["files" as const] };
  const { metadata } = await connection.research.reason(request, { idempotencyKey: ticker });
  const files = metadata?.files?.map(({ file_id }) => file_id) ?? [];
  const line = JSON.stringify({ ticker, response_id: metadata?.response_id, files });
  Deno.stdout.writeSync(new TextEncoder().encode(`${line}\n`));
}));
await Deno.stdin.read(new Uint8Array(1)); // an open input keeps it alive until it is killed
await connection.close();
