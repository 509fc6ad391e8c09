/** For calling a job's handler without a worker: it may take as long as it takes. */
export const noDeadline = new AbortController().signal;
