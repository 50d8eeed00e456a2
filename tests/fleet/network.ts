/** Hosts on this machine, each with a network of its own: namespaces of Linux, joined by a bridge. */

/** The range that RFC 2544 sets aside for tests; one network of it for each test at a time. */
const RANGE = "198.18";
const NETWORKS = 250;

/** A network of this machine with a hub, where a test runs, and hosts. */
export interface Network extends AsyncDisposable {
  /** The address of the hub, which all hosts reach. */
  readonly hub: string;
  /** Words that a command of this host begins with. */
  on(host: number): readonly string[];
  /** From now on nothing reaches the host, and nothing that it sends arrives; neither side is told. */
  cutOff(host: number): Promise<void>;
  joinAgain(host: number): Promise<void>;
}

/** Why no network can be made here; undefined where it can. */
export async function whyNoNetwork(): Promise<string | undefined> {
  try {
    await using _tried = await openNetwork(1);
    return undefined;
  } catch (error) {
    return `namespaces, as root, and ip (apt: iproute2): ${error instanceof Error ? error.message : error}`;
  }
}

/** Makes a network of so many hosts, numbered from 0. */
export async function openNetwork(hosts: number): Promise<Network> {
  const { bridge, subnet } = await newBridge();
  await using making = new AsyncDisposableStack();
  making.defer(() => ip("link", "delete", bridge));
  const hub = `${subnet}.1`;
  await ip("address", "add", `${hub}/24`, "dev", bridge);
  await ip("link", "set", bridge, "up");
  const cables = [...Array(hosts).keys()].map((host) => `${bridge}h${host}`);
  for (const [host, cable] of cables.entries()) {
    const space = spaceOf(cable);
    await ip("netns", "add", space);
    making.defer(() => ip("netns", "delete", space)); // its end of the cable goes with it, and so the other
    await ip("link", "add", cable, "type", "veth", "peer", "name", "eth0", "netns", space);
    await ip("link", "set", cable, "master", bridge, "up");
    await ip("-n", space, "address", "add", `${subnet}.${host + 2}/24`, "dev", "eth0");
    for (const link of ["lo", "eth0"]) await ip("-n", space, "link", "set", link, "up");
  }
  const stack = making.move();
  const cable = (host: number) => cables[host] ?? "";
  return {
    hub,
    on: (host) => ["ip", "netns", "exec", spaceOf(cable(host))],
    // The cable stays plugged in at the host, so that packets are lost and no connection is closed.
    cutOff: (host) => ip("link", "set", cable(host), "nomaster"),
    joinAgain: (host) => ip("link", "set", cable(host), "master", bridge),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

const spaceOf = (cable: string) => `conviction-${cable}`;

/** A bridge that nobody else has: its name says which addresses are its own. */
async function newBridge(): Promise<{ readonly bridge: string; readonly subnet: string }> {
  for (let at = 0;; at++) {
    const number = (Deno.pid + at) % NETWORKS + 1;
    const bridge = `cv${number}`;
    try {
      await ip("link", "add", bridge, "type", "bridge");
      return { bridge, subnet: `${RANGE}.${number}` };
    } catch (error) {
      if (at === NETWORKS || !String(error).includes("File exists")) throw error;
    }
  }
}

async function ip(...args: readonly string[]): Promise<void> {
  const { success, stderr } = await new Deno.Command("ip", { args: [...args], stderr: "piped" }).output();
  if (!success) throw new Error(`ip ${args.join(" ")}: ${new TextDecoder().decode(stderr).trim()}`);
}
