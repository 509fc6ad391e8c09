/**
 * A scripted failure of one operation:
 *
 * - `status`: this answer instead of the real one, without effect (429 ×n, 500, 403 …)
 * - `drop`: the connection ends without an answer, without effect
 * - `lost`: the call takes effect and its answer never arrives
 * - `delay`: the real answer, late
 */
export type Failure =
  | { kind: 'status'; status: number; body?: unknown; headers?: Readonly<Record<string, string>> }
  | { kind: 'drop' }
  | { kind: 'lost' }
  | { kind: 'delay'; ms: number };

/** Failures that wait for their calls, in order. */
export class FailureScript {
  readonly #waiting: { operation: string; failure: Failure }[] = [];

  /** Lets the next `times` calls of the operation fail. */
  add(operation: string, failure: Failure, times = 1): void {
    for (let left = times; left > 0; left -= 1) this.#waiting.push({ operation, failure });
  }

  /** The failure of this call, if there is one. */
  next(operation: string): Failure | null {
    const index = this.#waiting.findIndex((entry) => entry.operation === operation);
    return index === -1 ? null : (this.#waiting.splice(index, 1)[0]?.failure ?? null);
  }
}

const QUOTA = {
  errors: [{ code: 'QuotaExceeded', message: 'You exceeded your quota for the requested resource.' }],
};
const INTERNAL = { errors: [{ code: 'InternalFailure', message: 'We encountered an internal error.' }] };
const EXPIRED = {
  errors: [
    {
      code: 'Unauthorized',
      message: 'Access to requested resource is denied.',
      details: 'The access token you provided has expired.',
    },
  ],
};
const NO_ROLE = {
  errors: [{ code: 'Unauthorized', message: 'Access to requested resource is denied.', details: '' }],
};

/** The failures that Amazon's documentation shows. */
export const FAILURES = {
  quotaExceeded: { kind: 'status', status: 429, body: QUOTA },
  internalFailure: { kind: 'status', status: 500, body: INTERNAL },
  tokenExpired: { kind: 'status', status: 403, body: EXPIRED },
  roleMissing: { kind: 'status', status: 403, body: NO_ROLE },
} as const satisfies Record<string, Failure>;
