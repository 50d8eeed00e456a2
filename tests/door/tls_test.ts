import { generateKeyPairSync } from "node:crypto";
import { equal, match, throws } from "../assert.ts";
import { CertificateError, readCertificate } from "../../src/door/certificate.ts";
import { listen } from "../../src/door/listen.ts";
import { fakeService, KEY, post } from "../service/service_fixture.ts";
import { connectTo, head, portOf, withSocket } from "./raw_socket.ts";

const read = (name: string) => Deno.readTextFile(new URL(`../fixtures/tls/${name}`, import.meta.url));
const [authority, cert, key] = await Promise.all(["authority.pem", "localhost.pem", "localhost.key"].map(read));
const certificate = { cert: cert ?? "", key: key ?? "" };

Deno.test("with a certificate a service speaks TLS: questions, streams and files of one caller, one connection", async () => {
  const listener = await listen(fakeService().service, { port: 0, certificate });
  const client = Deno.createHttpClient({ caCerts: [authority ?? ""] });
  const base = `https://localhost:${portOf(listener)}`;
  match(listener.url, /^https:/);
  for (const stream of [false, true]) {
    const reply = await fetch(post(`${base}/v1/responses`, { input: "a", stream }), { client });
    match(await reply.text(), stream ? /response\.completed[^]*\[DONE\]/ : /"completed"/);
  }
  const limits = await fetch(`${base}/v1/limits`, { client, headers: { authorization: `Bearer ${KEY}` } });
  equal((await limits.json()).max_concurrent, 256);
  client.close();
  await listener.close();
});

Deno.test("a stranger who never ends the handshake of TLS is disconnected, and may be pushed out before", async () => {
  const limits = { headersMs: 200, maxStrangersPerAddress: 2 };
  await withSocket(fakeService().service, async (first) => {
    const others = [await connectTo(first.port), await connectTo(first.port)];
    equal(await first.rest(), ""); // the third took its place
    for (const one of others) equal(await one.rest(), "");
    for (const one of others) one.close();
  }, { certificate, limits });
});

Deno.test("a request without TLS gets no answer from a port with TLS", async () => {
  await withSocket(fakeService().service, async ({ port, send, rest }) => {
    await send(head(port, []));
    equal((await rest()).includes("HTTP"), false);
  }, { certificate });
});

Deno.test("readCertificate() says for whom a certificate is, and until when", () => {
  const { names, until } = readCertificate(certificate);
  match(names, /DNS:localhost/);
  equal(until > new Date("2030-01-01"), true);
});

const other = generateKeyPairSync("ec", {
  namedCurve: "P-256",
  privateKeyEncoding: { type: "pkcs8", format: "pem" },
  publicKeyEncoding: { type: "spki", format: "pem" },
});
const WRONG = [
  ["a certificate that is no PEM", { cert: "hello" }, "cert", "it holds no certificate in PEM"],
  ["a key in place of the certificate", { cert: certificate.key }, "cert", "it holds no certificate in PEM"],
  [
    "a damaged certificate",
    { cert: certificate.cert.replace(/\n[^\n]+\n/, "\nAAAA\n") },
    "cert",
    "its certificate is damaged",
  ],
  ["a key that is no PEM", { key: "hello" }, "key", "it holds no private key in PEM"],
  ["a certificate in place of the key", { key: certificate.cert }, "key", "it holds no private key in PEM"],
  ["the key of another certificate", { key: other.privateKey }, "key", "it is not the key of the certificate"],
  [
    "an encrypted key",
    { key: "-----BEGIN ENCRYPTED PRIVATE KEY-----\nAAAA\n-----END ENCRYPTED PRIVATE KEY-----\n" },
    "key",
    "it is encrypted; openssl pkey -in FILE -out NEW writes it without a passphrase",
  ],
] as const;
for (const [name, given, part, message] of WRONG) {
  Deno.test(`readCertificate() refuses ${name}`, () => {
    throws(() => readCertificate({ ...certificate, ...given }), (error: unknown) => {
      if (!(error instanceof CertificateError)) throw error;
      equal(`${error.part}: ${error.message}`, `${part}: ${message}`);
      return true;
    });
  });
}
