import { equal } from "../assert.ts";
import { createHostCheck, urlOf } from "../../src/door/hosts.ts";

const LOCAL = { hostname: "127.0.0.1", port: 8787, isTls: false };
const OFFICE = { hostname: "0.0.0.0", port: 8787, isTls: false };
const PROXIED = { ...LOCAL, publicUrl: new URL("https://research.example") };
const PROXIED_PORT = { ...OFFICE, publicUrl: new URL("http://Research.Example:8080/desk/") };

const HOSTS = [
  [LOCAL, ["127.0.0.1:8787", "localhost:8787", "LOCALHOST:8787", "[::1]:8787"], true],
  [LOCAL, ["127.0.0.1", "localhost", "127.0.0.1:8788", "10.0.0.5:8787", "evil.example:8787", "", "[::1]"], false],
  [LOCAL, ["127.0.0.1:8787.evil.example", "a@127.0.0.1:8787", "127.0.0.1:8787, a", "0.0.0.0:8787"], false],
  [{ ...LOCAL, port: 80 }, ["127.0.0.1", "localhost:80"], true],
  [{ ...LOCAL, port: 443, isTls: true }, ["localhost", "localhost:443"], true],
  [{ ...LOCAL, port: 443 }, ["localhost"], false],
  // A page that was rebound to this machine has a name; whoever uses digits has none.
  [OFFICE, ["10.0.0.5:8787", "192.168.1.7", "10.0.0.5:9000", "[fe80::1]:8787", "localhost:8787"], true],
  [OFFICE, ["evil.example:8787", "research.example", "10.0.0.5.evil.example:8787", "10.0.0:8787", "", "1"], false],
  [{ ...OFFICE, hostname: "desk.lan" }, ["desk.lan:8787", "10.0.0.5:8787"], true],
  [{ ...OFFICE, hostname: "desk.lan" }, ["desk.lan", "other.lan:8787"], false],
  [PROXIED, ["research.example", "research.example:443", "RESEARCH.example", "127.0.0.1:8787"], true],
  [PROXIED, ["research.example:8787", "a.research.example", "10.0.0.5:8787", "evil.example"], false],
  [PROXIED_PORT, ["research.example:8080", "10.0.0.5:8787"], true],
  [PROXIED_PORT, ["research.example", "research.example:80"], false],
] as const;
for (const [address, hosts, isOurs] of HOSTS) {
  const { hostname, port } = address;
  const name = "publicUrl" in address ? `${hostname}:${port} as ${address.publicUrl}` : `${hostname}:${port}`;
  Deno.test(`a service on ${name} ${isOurs ? "accepts" : "refuses"} the Hosts ${hosts.join("  ")}`, () => {
    const check = createHostCheck(address);
    for (const host of hosts) equal(check(host), isOurs, host);
  });
}

const URLS = [
  [LOCAL, "http://127.0.0.1:8787"],
  [{ ...LOCAL, isTls: true }, "https://127.0.0.1:8787"],
  [{ ...LOCAL, hostname: "::1" }, "http://[::1]:8787"],
  [OFFICE, "http://127.0.0.1:8787"],
  [{ ...OFFICE, hostname: "::" }, "http://[::1]:8787"],
  [{ ...OFFICE, hostname: "desk.lan" }, "http://desk.lan:8787"],
  [PROXIED, "https://research.example"],
  [PROXIED_PORT, "http://research.example:8080/desk"],
] as const;
for (const [address, url] of URLS) {
  Deno.test(`callers reach a service on ${JSON.stringify(address)} at ${url}`, () => equal(urlOf(address), url));
}
