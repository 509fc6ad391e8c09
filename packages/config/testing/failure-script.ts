import type { Failure } from './local-server';

/** A call as failures are picked by it; `operation` where the marketplace's documentation names its operations. */
type Call = { operation?: string; method: string; path: string; body: string };

/** Which calls it meets: all unless told, and `times` of them (1 unless told; Infinity for good). */
export type FailureRule = {
  operation?: string;
  method?: string;
  path?: RegExp;
  body?: RegExp;
  times?: number;
  failure: Failure;
};

/** Scripted failures; of the rules that meet a call the oldest applies. */
export class FailureScript {
  readonly #rules: { rule: FailureRule; left: number }[] = [];

  add(rule: FailureRule): void {
    this.#rules.push({ rule, left: rule.times ?? 1 });
  }

  clear(): void {
    this.#rules.length = 0;
  }

  /** The failure of this call, if there is one. */
  take(call: Call): Failure | null {
    const found = this.#rules.find(({ rule, left }) => left > 0 && isMet(rule, call));
    if (found === undefined) return null;
    found.left -= 1;
    return found.rule.failure;
  }
}

function isMet({ operation, method, path, body }: FailureRule, call: Call): boolean {
  return (
    (operation === undefined || operation === call.operation) &&
    (method === undefined || method === call.method) &&
    (path?.test(call.path) ?? true) &&
    (body?.test(call.body) ?? true)
  );
}
