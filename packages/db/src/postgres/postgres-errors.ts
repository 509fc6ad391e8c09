/** What PostgreSQL said, without the row values that its messages and Drizzle's may contain. */
export interface PostgresFailure {
  /** SQLSTATE, e.g. `23505` for a unique violation. */
  code: string;
  constraint: string | null;
}

/** Finds the PostgreSQL error inside whatever the driver or Drizzle threw; `null` when there is none. */
export function findPostgresFailure(error: unknown): PostgresFailure | null {
  for (
    let current = error, depth = 0;
    current instanceof Error && depth < 5;
    current = current.cause, depth++
  ) {
    const { code, constraint, constraint_name } = current as Error & Record<string, unknown>;
    if (typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code)) {
      const name = constraint ?? constraint_name;
      return { code, constraint: typeof name === 'string' ? name : null };
    }
  }
  return null;
}

/** True when the error is a violation of exactly this unique index. */
export function violatesUnique(error: unknown, constraint: string): boolean {
  const failure = findPostgresFailure(error);
  return failure?.code === '23505' && failure.constraint === constraint;
}

const DEADLOCK_DETECTED = '40P01';
const ATTEMPTS = 3;

/**
 * Runs one statement, or one transaction as a whole, again when PostgreSQL ended it to break a deadlock: nothing of
 * it was written. Rejects with what the last of three attempts failed with.
 */
export async function retryingDeadlocks<T>(write: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await write();
    } catch (error) {
      if (attempt === ATTEMPTS || findPostgresFailure(error)?.code !== DEADLOCK_DETECTED) throw error;
    }
  }
}
