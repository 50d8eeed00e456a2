/** Preloaded into a program: shifts its wall clock by a number of days, from the n-th reading on. */
const SHIFT_MS = Number(Deno.env.get("TEST_CLOCK_DAYS")) * 86_400_000;
const FROM_READING = Number(Deno.env.get("TEST_CLOCK_FROM"));
const RealDate = Date;
let readings = 0;

function nowMs(): number {
  return RealDate.now() + (++readings >= FROM_READING ? SHIFT_MS : 0);
}

globalThis.Date = new Proxy(RealDate, {
  construct: (target, args) => Reflect.construct(target, args.length === 0 ? [nowMs()] : args),
  get: (target, name, receiver) => name === "now" ? nowMs : Reflect.get(target, name, receiver),
});
