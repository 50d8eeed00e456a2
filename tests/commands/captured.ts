import type { Output } from "../../src/commands/output.ts";
import type { Host } from "../../src/commands/host.ts";
import type { Interruption } from "../../src/commands/interrupt.ts";
import { testMachine } from "../batch/test_machine.ts";

/** An output that keeps its text. */
export interface CapturedOutput extends Output {
  text: string;
}

/** Both outputs of a command; as a terminal they have 80 columns. */
export function capturedOutputs({ isTerminal = false } = {}) {
  const output = (): CapturedOutput => ({
    isTerminal,
    width: isTerminal ? 80 : 100,
    text: "",
    write(text) {
      this.text += text;
    },
  });
  return { out: output(), err: output() };
}

/** A machine with captured outputs. */
export interface TestHost extends Host {
  readonly out: CapturedOutput;
  readonly err: CapturedOutput;
}

/** A machine without files, variables, input and network, except what a test provides. */
export function testHost(given: Partial<TestHost> = {}): TestHost {
  const refuse = () => Promise.reject(new Error("the test provides none"));
  return {
    ...testMachine({ folder: given.folder ?? "/nowhere" }),
    ...capturedOutputs(),
    ...{
      fetch: refuse,
      connect: refuse,
      openVerifier: refuse,
      runCommand: refuse,
      env: () => undefined,
      readText: () => undefined,
    },
    ...{ readInput: () => Promise.resolve(""), writeNew: () => false, proxyNotice: () => "" },
    onInterrupt: fakeInterrupt().onInterrupt,
    startedBy: "deno task -q",
    ...given,
  };
}

/** A Ctrl-C that a test triggers. */
export function fakeInterrupt() {
  const stop = new AbortController();
  const giveUp = new AbortController();
  let isClosed = false;
  let tellTimes = (_times: number) => {};
  return {
    press() {
      stop.abort(new Error("interrupted"));
      tellTimes(1);
    },
    isClosed: () => isClosed,
    onInterrupt(tell: (times: number) => void): Interruption {
      tellTimes = tell;
      return { stop: stop.signal, giveUp: giveUp.signal, close: () => void (isClosed = true) };
    },
  };
}
