import type { Failure } from '../local-server';

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
  quotaExceeded: { status: 429, body: QUOTA },
  internalFailure: { status: 500, body: INTERNAL },
  tokenExpired: { status: 403, body: EXPIRED },
  roleMissing: { status: 403, body: NO_ROLE },
} as const satisfies Record<string, Failure>;
