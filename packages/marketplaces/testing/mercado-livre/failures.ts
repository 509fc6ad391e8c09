import type { Failure } from '../local-server';
import type { FakeRequest } from './exchange';

/** Which calls it meets (`corpo`: by what their body holds): all unless told, and `vezes` of them (1 unless told; Infinity for good). */
export type FakeFailureRule = {
  metodo?: string;
  caminho?: RegExp;
  corpo?: RegExp;
  vezes?: number;
  falha: Failure;
};

/** Scripted failures, the oldest matching rule first. */
export class FakeFailures {
  readonly #rules: (FakeFailureRule & { left: number })[] = [];

  add(rule: FakeFailureRule): void {
    this.#rules.push({ ...rule, left: rule.vezes ?? 1 });
  }

  clear(): void {
    this.#rules.length = 0;
  }

  take({ method, path, body }: FakeRequest): Failure | null {
    const rule = this.#rules.find(
      ({ metodo, caminho, corpo, left }) =>
        left > 0 &&
        (metodo === undefined || metodo === method) &&
        (caminho === undefined || caminho.test(path)) &&
        (corpo === undefined || corpo.test(body.toString('utf8'))),
    );
    if (!rule) return null;
    rule.left -= 1;
    return rule.falha;
  }
}

/** The failure with the body that Mercado Livre's errors have, where the test gave none. */
export function withErrorBody(failure: Failure | null): Failure | null {
  if (failure === null || typeof failure === 'string' || 'delayMs' in failure) return failure;
  const message = failure.status === 429 ? 'local_rate_limited' : 'internal_error';
  const body = failure.body ?? { message, error: message, status: failure.status, cause: [] };
  return { ...failure, body };
}
