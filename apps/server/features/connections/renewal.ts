import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '@esteira/db/database';
import { connections } from '@esteira/db/schema/platform/connections';
import type { AccountConnector, Grant } from '@esteira/marketplaces/account';
import { AdapterError } from '@esteira/marketplaces/adapter-error';
import { and, eq } from 'drizzle-orm';
import type { TokenCipher } from '../../core/security/token-cipher';
import type { Clock } from '../../core/time/clock';
import { toLeaseMs } from '../../core/time/deadline';
import { type Lease, takeLease } from '../../core/time/lease';
import { type ConnectionKey, type ConnectionRow, isConnection, openRefresh, sealToken } from './tokens';

/** What renewing a connection needs. */
export interface RenewalDeps {
  db: Database;
  clock: Clock;
  cipher: TokenCipher;
  connector: AccountConnector;
}

/** The longest that a marketplace may take over a renewal. */
const RENEWAL_TIMEOUT_MS = 8_000;
/** A renewal may ask twice. */
const RENEWAL_LEASE_MS = toLeaseMs(2 * RENEWAL_TIMEOUT_MS);
const MAX_STORE_TRIES = 3;

/**
 * Renews the tokens of `row`, as the only one on all servers who does. False when somebody else is at it, or was.
 *
 * A lease instead of a locked row: the call may take seconds, during which a lock would hold a connection of the
 * pool for everybody who waits, and on the embedded database the only one there is (docs/decisions/0009).
 */
export async function renewOnce(deps: RenewalDeps, key: ConnectionKey, row: ConnectionRow): Promise<boolean> {
  const lease = await takeRenewalLease(deps, key);
  if (lease === null) return false;
  try {
    // Whoever had the lease before may have renewed it.
    return (await isCurrent(deps.db, key, row)) && (await renew(deps, key, row));
  } finally {
    await lease.release();
  }
}

/** Held by whoever writes new tokens in place of those that they read; null while somebody else does. */
export function takeRenewalLease(
  deps: Pick<RenewalDeps, 'db' | 'clock'>,
  { usuarioId, marketplace, contaId }: ConnectionKey,
): Promise<Lease | null> {
  const key = `renovacao:${usuarioId}:${marketplace}:${contaId}`;
  return takeLease(deps, { key, durationMs: RENEWAL_LEASE_MS });
}

async function renew(deps: RenewalDeps, key: ConnectionKey, row: ConnectionRow): Promise<boolean> {
  try {
    const grant = await askForGrant(deps, row);
    await storeGrant(deps, { key, row, grant });
    return true;
  } catch (error) {
    if (!(error instanceof AdapterError) || error.kind !== 'reconnect_required') throw error;
    // Refused because somebody renewed it meanwhile: then there is a new token to read.
    if (!(await markForReconnection(deps.db, { key, row, motivo: error.message }))) return false;
    throw error;
  }
}

/** The row of this connection, as long as its refresh token is the one that was read. */
function sameToken(key: ConnectionKey, row: ConnectionRow) {
  return and(isConnection(key), eq(connections.token_renovacao, row.token_renovacao));
}

async function isCurrent(db: Database, key: ConnectionKey, row: ConnectionRow): Promise<boolean> {
  const found = await db
    .select({ marketplace: connections.marketplace })
    .from(connections)
    .where(and(sameToken(key, row), eq(connections.status, 'conectado')));
  return found.length > 0;
}

/**
 * The answer to an earlier renewal may have been lost, and with it the token that replaced ours. Ours may still
 * work then; if it does not, the one before it is tried once.
 */
async function askForGrant({ connector, cipher }: RenewalDeps, row: ConnectionRow): Promise<Grant> {
  try {
    return await renewWith(connector, openRefresh(cipher, row, row.token_renovacao));
  } catch (error) {
    const before = row.token_renovacao_anterior;
    const isRefused = error instanceof AdapterError && error.kind === 'reconnect_required';
    if (!isRefused || before === null) throw error;
    return renewWith(connector, openRefresh(cipher, row, before));
  }
}

function renewWith(connector: AccountConnector, token: string): Promise<Grant> {
  return connector.renew(token, AbortSignal.timeout(RENEWAL_TIMEOUT_MS));
}

/**
 * Commits the new tokens before anybody uses them. The old refresh token is spent by now, so a database that fails
 * for a moment must not cost the seller the connection.
 */
async function storeGrant(
  { db, cipher }: RenewalDeps,
  { key, row, grant }: { key: ConnectionKey; row: ConnectionRow; grant: Grant },
): Promise<void> {
  const write = () =>
    db
      .update(connections)
      .set({
        ...sealToken(cipher, key, { acesso: grant.access_token, renovacao: grant.refresh_token }),
        token_renovacao_anterior: row.token_renovacao,
        expira_em: grant.expira_em.toISOString(),
      })
      .where(sameToken(key, row));
  for (let attempt = 1; ; attempt += 1) {
    try {
      await write();
      return;
    } catch (error) {
      if (attempt === MAX_STORE_TRIES) throw error;
      await delay(250 * attempt);
    }
  }
}

/** Shows the seller that the account must be connected again; false when its tokens are not these any more. */
export async function markForReconnection(
  db: Database,
  { key, row, motivo }: { key: ConnectionKey; row: ConnectionRow; motivo: string },
): Promise<boolean> {
  const marked = await db
    .update(connections)
    .set({ status: 'reconectar', motivo })
    .where(sameToken(key, row))
    .returning({ marketplace: connections.marketplace });
  return marked.length > 0;
}
