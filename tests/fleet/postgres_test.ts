/** The connections of a fleet to its database. */
import { deepEqual, equal, rejects } from "../assert.ts";
import { openLeases } from "../../packages/fleet/pg_boss.ts";
import { openPostgres } from "../../packages/fleet/postgres.ts";
import { LostConnectionError } from "../../packages/fleet/ports.ts";
import { joinFleet } from "../../packages/fleet/schema.ts";
import { isWithoutPostgres, scratchPostgres } from "./scratch_postgres.ts";

Deno.test({
  name: "a host that falls silent in the middle of a transaction loses its locks to the others, and may begin again",
  ignore: isWithoutPostgres,
  async fn() {
    await using postgres = await scratchPostgres();
    await using silent = openPostgres(postgres.url, { connections: 1 });
    await using other = openPostgres(postgres.url, { connections: 1 });
    await silent.query("CREATE TABLE pace (starts integer)");
    await silent.query("INSERT INTO pace VALUES (0)");
    const count = "UPDATE pace SET starts = starts + 1 RETURNING starts";
    const [holds, heard] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const lost = silent.transact(async (query) => {
      await query(count);
      holds.resolve();
      await heard.promise; // the network is cut
      await query("SELECT 1");
    }).catch((error: unknown) => error);
    await holds.promise;
    deepEqual(await other.transact((query) => query(count)), [{ starts: 1 }]);
    heard.resolve();
    equal(await lost instanceof LostConnectionError, true, String(await lost));
    deepEqual(await silent.transact((query) => query(count)), [{ starts: 2 }]);
  },
});

Deno.test({
  name: "hosts that join an empty database at once all join",
  ignore: isWithoutPostgres,
  async fn() {
    for (let servers = 0; servers < 3; servers++) {
      await using postgres = await scratchPostgres();
      await using pools = new AsyncDisposableStack();
      const join = async () => {
        const pool = pools.use(openPostgres(postgres.url, { connections: 3 }));
        await joinFleet(pool);
        pools.use(await openLeases(pool, pool.query));
      };
      await Promise.all(Array.from({ length: 8 }, join));
    }
  },
});

const hasOpenssl = await new Deno.Command("openssl", { args: ["version"], stdout: "null" }).output()
  .then(({ success }) => success, () => false);

Deno.test({
  name: `a database behind TLS is joined where its certificate is trusted${
    hasOpenssl ? "" : " (NOT RUN: needs openssl)"
  }`,
  ignore: isWithoutPostgres || !hasOpenssl,
  async fn() {
    const folder = await Deno.makeTempDir();
    const [key, certificate] = [`${folder}/key.pem`, `${folder}/certificate.pem`];
    const subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1"];
    const args = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", ...subject, "-keyout", key, "-out", certificate];
    await new Deno.Command("openssl", { args, stderr: "null" }).output();
    if (Deno.uid() === 0) await new Deno.Command("chown", { args: ["-R", "postgres", folder] }).output();
    await Deno.chmod(folder, 0o755);
    await using postgres = await scratchPostgres("ssl=on", `ssl_key_file=${key}`, `ssl_cert_file=${certificate}`);
    const isEncrypted = "SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()";
    const trusted = `?sslmode=verify-full&sslrootcert=${certificate}`;
    await using sql = openPostgres(postgres.url + trusted, { connections: 1 });
    deepEqual(await sql.query(isEncrypted), [{ ssl: true }]);
    await using strange = openPostgres(`${postgres.url}?sslmode=verify-full`, { connections: 1 });
    await rejects(strange.query(isEncrypted), /self-signed certificate/);
    await Deno.remove(folder, { recursive: true });
  },
});
