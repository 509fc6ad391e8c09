import type { Deps } from '../core/context';
import type { JobData, JobKind } from '../core/job-kinds';

/**
 * Does one job. It may run twice, or be killed anywhere, so it must come to the same end. What it rejects with
 * decides what becomes of the job: a transient AdapterError is tried again later, `reconnect_required` waits for the
 * seller, any other AdapterError is final until an admin retries it, and anything else is a bug: tried again, then
 * final. `signal` is the job's deadline; every call to a marketplace ends with it.
 */
export type JobHandler<K extends JobKind> = (
  deps: Deps,
  data: JobData<K>,
  signal: AbortSignal,
) => Promise<void>;

export type Handlers = { readonly [K in JobKind]?: JobHandler<K> };
