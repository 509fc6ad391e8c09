import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '@esteira/db/database';
import { connections } from '@esteira/db/schema/connections';
import type { AccountConnector, Grant } from '@esteira/marketplaces/account';
import { AdapterError } from '@esteira/marketplaces/adapter-error';
import { and, eq, isNull, lte, or, sql } from 'drizzle-orm';
import type { TokenCipher } from '../../core/security/token-cipher';
import { type ConnectionKey, type ConnectionRow, openRefresh, sealToken } from './tokens';

/** What renewing a connection needs. */
export interface RenewalDeps {
  db: Database;
  cipher: TokenCipher;
  connector: AccountConnector;
}

/** The longest (ms) that a marketplace may take over a renewal. */
const RENEW_WITHIN = 8_000;
/** Longer than two renewals take: only one who was killed or suspended lets it run out. */
const LEASE_SECONDS = 20;
const STORE_TRIES = 3;

/**
 * Renews the tokens of `row`, as the only one on all servers who does. False when somebody else is at it, or was.
 *
 * A lease instead of a locked row: the call may take seconds, during which a lock would hold a connection of the
 * pool for everybody who waits, and on the embedded database the only one there is (docs/decisions/0009).
 */
export async function renewOnce(deps: RenewalDeps, key: ConnectionKey, row: ConnectionRow): Promise<boolean> {
  if (!(await takeLease(deps.db, key, row))) return false;
  try {
    const grant = await askForGrant(deps, row);
    await storeGrant(deps, { key, row, grant });
    return true;
  } catch (error) {
    if (!(error instanceof AdapterError) || error.kind !== 'reconnect_required') {
      await releaseLease(deps.db, key, row);
      throw error;
    }
    // Refused because somebody renewed it meanwhile: then there is a new token to read.
    if (!(await markForReconnection(deps.db, { key, row, motivo: error.message }))) return false;
    throw error;
  }
}

/** The row of this connection, as long as its refresh token is the one that was read. */
function sameToken({ usuarioId, marketplace }: ConnectionKey, row: ConnectionRow) {
  return and(
    eq(connections.usuario_id, usuarioId),
    eq(connections.marketplace, marketplace),
    eq(connections.token_renovacao, row.token_renovacao),
  );
}

async function takeLease(db: Database, key: ConnectionKey, row: ConnectionRow): Promise<boolean> {
  const taken = await db
    .update(connections)
    .set({ renovando_ate: sql`now() + ${LEASE_SECONDS}::int * interval '1 second'` })
    .where(
      and(
        sameToken(key, row),
        eq(connections.status, 'conectado'),
        or(isNull(connections.renovando_ate), lte(connections.renovando_ate, sql`now()`)),
      ),
    )
    .returning({ marketplace: connections.marketplace });
  return taken.length > 0;
}

async function releaseLease(db: Database, key: ConnectionKey, row: ConnectionRow): Promise<void> {
  await db.update(connections).set({ renovando_ate: null }).where(sameToken(key, row));
}

/**
 * The answer to an earlier renewal may have been lost, and with it the token that replaced ours. Ours may still
 * work then; if it does not, the one before it is tried once (complaint 2).
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
  return connector.renew(token, AbortSignal.timeout(RENEW_WITHIN));
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
        renovando_ate: null,
      })
      .where(sameToken(key, row));
  for (let attempt = 1; ; attempt += 1) {
    try {
      await write();
      return;
    } catch (error) {
      if (attempt === STORE_TRIES) throw error;
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
    .set({ status: 'reconectar', motivo, renovando_ate: null })
    .where(sameToken(key, row))
    .returning({ marketplace: connections.marketplace });
  return marked.length > 0;
}
