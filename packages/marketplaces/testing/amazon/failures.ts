import type { Failure } from '@esteira/config/testing/local-server';

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
