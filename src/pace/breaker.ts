export interface BreakerState { readonly failures: number }
export class Breaker {
  constructor(_options: object, _state?: BreakerState) {}
  waitMs(_nowMs: number): number { return 0; }
  started(_nowMs: number): void {}
  succeeded(_nowMs: number): void {}
  failed(_reason: string, _nowMs: number): void {}
  get stop(): string | undefined { return undefined; }
  isOpen(_nowMs: number): boolean { return false; }
  save(): BreakerState { return { failures: 0 }; }
}
