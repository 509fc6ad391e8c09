import type { Database } from '@esteira/db/database';
import { newId } from '@esteira/db/schema/columns';
import { leases } from '@esteira/db/schema/platform/leases';
import { and, eq, gt, lt, lte } from 'drizzle-orm';
import type { Deps } from '../context';

type LeaseDeps = Pick<Deps, 'db' | 'clock'>;

interface LeaseRequest {
  /** What is worked on alone, for example `anuncio:…`. */
  key: string;
  /** See deadline.ts: longer than the work that it guards. */
  durationMs: number;
}

/** Held by one holder at a time, on all servers together. */
export interface Lease {
  /**
   * Refuses to go on when the lease ran out or is somebody else's by now. Belongs at the beginning of a transaction
   * that writes what the holder found out: the lease cannot be taken until that ends.
   * @throws LeaseLostError
   */
  assertHeld(tx: Database): Promise<void>;
  /** Lets no other holder in before `end`, though this one is done. */
  leaveUntil(end: Date): Promise<void>;
  /** Lets the next one in. What somebody else took over meanwhile stays theirs. */
  release(): Promise<void>;
}

/** The work took longer than its lease: what it found out may be old, and somebody else is at it. */
export class LeaseLostError extends Error {
  constructor() {
    super('the lease ran out before the work was done');
    this.name = 'LeaseLostError';
  }
}

/**
 * Takes the lease, or answers null while somebody else has it. A row and not a lock, because no transaction may stay
 * open over a call to somebody else's server; the lease of a holder that was killed runs out.
 */
export async function takeLease(
  { db, clock }: LeaseDeps,
  { key, durationMs }: LeaseRequest,
): Promise<Lease | null> {
  const now = clock();
  const dono = newId();
  const ate = new Date(now.getTime() + durationMs).toISOString();
  const taken = await db
    .insert(leases)
    .values({ chave: key, dono, ate })
    .onConflictDoUpdate({
      target: leases.chave,
      set: { dono, ate },
      setWhere: lte(leases.ate, now.toISOString()),
    })
    .returning({ dono: leases.dono });
  if (taken.length === 0) return null;
  const mine = and(eq(leases.chave, key), eq(leases.dono, dono));
  return {
    assertHeld: async (tx) => {
      const held = await tx
        .select({ dono: leases.dono })
        .from(leases)
        .where(and(mine, gt(leases.ate, clock().toISOString())))
        .for('update');
      if (held.length === 0) throw new LeaseLostError();
    },
    leaveUntil: async (end) => {
      await db.update(leases).set({ dono: newId(), ate: end.toISOString() }).where(mine);
    },
    release: async () => {
      await db.delete(leases).where(mine);
    },
  };
}

/** Runs `work` under the lease. While somebody else has it, rejects with what `busy` makes. */
export async function withLease<T>(
  deps: LeaseDeps,
  request: LeaseRequest & { busy: () => Error },
  work: (lease: Lease) => Promise<T>,
): Promise<T> {
  const lease = await takeLease(deps, request);
  if (lease === null) throw request.busy();
  try {
    return await work(lease);
  } finally {
    await lease.release();
  }
}

const KEEP_MS = 24 * 60 * 60_000;

/** Removes the leases of killed holders whose work was not taken up again. */
export async function forgetOldLeases({ db, clock }: LeaseDeps): Promise<void> {
  await db.delete(leases).where(lt(leases.ate, new Date(clock().getTime() - KEEP_MS).toISOString()));
}
