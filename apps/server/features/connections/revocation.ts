import { connections } from '@esteira/db/schema/platform/connections';
import { AdapterError } from '@esteira/marketplaces/adapter-error';
import { and, eq } from 'drizzle-orm';
import type { Deps } from '../../core/context';
import { createAccounts } from './accounts';
import type { ConnectionKey } from './tokens';

/** The longest that a marketplace may take over it: whoever disconnects waits. */
const REVOCATION_TIMEOUT_MS = 8_000;

type RevocationDeps = Pick<Deps, 'db' | 'clock' | 'connectors' | 'tokenCipher'>;

/**
 * Takes the application's right to an account back at its marketplace, by one call, before its tokens are forgotten. Whether it
 * did: not where the marketplace has no call for it, does not answer until `signal`, or takes the tokens no more.
 */
export async function revokeGrant(
  deps: RevocationDeps,
  key: ConnectionKey,
  signal = AbortSignal.timeout(REVOCATION_TIMEOUT_MS),
): Promise<boolean> {
  const connector = deps.connectors[key.marketplace];
  if (connector?.revoke === undefined) return false;
  const { db, clock, tokenCipher: cipher } = deps;
  try {
    await connector.revoke(await createAccounts({ db, clock, cipher, connector }).current(key), signal);
    return true;
  } catch (error) {
    if (error instanceof AdapterError) return false;
    throw error;
  }
}

/** The same for all accounts of a seller, of whom everything goes. */
export async function revokeGrantsOf(deps: RevocationDeps, usuarioId: string): Promise<void> {
  const { marketplace, conta_id: contaId } = connections;
  const rows = await deps.db
    .select({ marketplace, contaId })
    .from(connections)
    .where(and(eq(connections.usuario_id, usuarioId), eq(connections.status, 'conectado')));
  await Promise.all(rows.map((row) => revokeGrant(deps, { usuarioId, ...row })));
}
