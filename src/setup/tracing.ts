import { AsyncLocalStorage } from "node:async_hooks";
import type { AgentPorts } from "../agent/ports.ts";
import type { Facts, Span, Trace } from "../service/trace.ts";

/** The part of the OpenTelemetry API that is used. */
interface Telemetry {
  readonly trace: { getTracer(name: string): Tracer };
  readonly context: { active(): unknown };
  readonly propagation: { extract(context: unknown, carrier: unknown, getter: unknown): unknown };
}

interface Tracer {
  startActiveSpan<Result>(name: string, options: object, context: unknown, part: (span: RawSpan) => Result): Result;
}

interface RawSpan {
  setAttributes(facts: Facts): void;
  end(): void;
}

const GETTER = {
  keys: (carrier: object) => Object.keys(carrier),
  get: (carrier: object, key: string) => Reflect.get(carrier, key),
};

/**
 * Watches work with the tracer that Deno provides under `OTEL_DENO=true`. Deno registers it where the package
 * `@opentelemetry/api` looks for it, so that the package is not needed. Deno's own span of a request is not active while
 * it is answered, so the caller's trace is taken from its header.
 *
 * @returns `undefined` when nobody collects spans.
 */
export function openTracing(): Trace | undefined {
  const telemetry: Telemetry | undefined = Reflect.get(globalThis, Symbol.for("opentelemetry.js.api.1"));
  if (telemetry?.trace === undefined) return undefined;
  const tracer = telemetry.trace.getTracer("conviction");
  return (name, traceparent): Span => {
    const active = telemetry.context.active();
    const context = traceparent === undefined ? active : telemetry.propagation.extract(active, { traceparent }, GETTER);
    return tracer.startActiveSpan(name, {}, context, (span) => {
      const run: Span["run"] = AsyncLocalStorage.snapshot();
      return {
        run,
        end(facts = {}) {
          span.setAttributes(facts);
          span.end();
        },
      };
    });
  };
}

/** Ports that draw, each drawing a span `chart`. */
export function tracedPorts<Ports extends Pick<AgentPorts, "drawPriceChart" | "drawItemChart">>(
  ports: Ports,
  trace: Trace | undefined,
): Ports {
  if (trace === undefined) return ports;
  const watched = async <Result>(draw: () => Promise<Result>) => {
    const span = trace("chart");
    try {
      return await draw();
    } finally {
      span.end();
    }
  };
  return {
    ...ports,
    drawPriceChart: (...request) => watched(() => ports.drawPriceChart(...request)),
    drawItemChart: (...request) => watched(() => ports.drawItemChart(...request)),
  };
}
