import type { FakeReply, FakeRequest } from './exchange';

/**
 * What goes wrong: an answer instead of the real one, a connection that drops before the call takes effect
 * (`drop`) or after it (`lose_answer`), or an answer that takes its time.
 */
export type FakeFailure =
  | { status: number; body?: unknown; headers?: Record<string, string> }
  | 'drop'
  | 'lose_answer'
  | { delayMs: number };

/** Which calls it meets (`corpo`: by what their body holds): all unless told, and `vezes` of them (1 unless told; Infinity for good). */
export type FakeFailureRule = {
  metodo?: string;
  caminho?: RegExp;
  corpo?: RegExp;
  vezes?: number;
  falha: FakeFailure;
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

  take({ method, path, body }: FakeRequest): FakeFailure | null {
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

/** The answer that a failure gives instead; null when the real answer is still wanted. */
export function failureReply(failure: FakeFailure | null): FakeReply | null {
  if (failure === null || typeof failure === 'string' || 'delayMs' in failure) return null;
  const message = failure.status === 429 ? 'local_rate_limited' : 'internal_error';
  const body = failure.body ?? { message, error: message, status: failure.status, cause: [] };
  return { status: failure.status, body, headers: failure.headers };
}
