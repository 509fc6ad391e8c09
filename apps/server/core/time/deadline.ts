/** How long a person at the screen waits for one call to a marketplace. */
export const CALL_TIMEOUT_MS = 15_000;

/** No user waits for a job, and a publication is several requests in a row. */
export const JOB_CALL_TIMEOUT_MS = 60_000;

/** How long one request about many orders asks marketplaces: shorter than proxies wait for an answer, often a minute. */
export const BULK_CALLS_MS = 45_000;

/** After this long a job is told to end, and no call of it goes on. */
export const JOB_DEADLINE_MS = 120_000;

/** What a job may still do after its deadline: take the failures in and write down what became of it. */
const MARGIN_MS = 30_000;

/** How long a lease is held that guards so much work: only who was killed or suspended lets it run out. */
export const toLeaseMs = (workMs: number) => workMs + MARGIN_MS;

/** For leases that jobs take. */
export const JOB_LEASE_MS = toLeaseMs(JOB_DEADLINE_MS);

/** A job that was not finished for so long is taken up again: by then its leases have expired. */
export const JOB_EXPIRE_MS = JOB_LEASE_MS + MARGIN_MS;
