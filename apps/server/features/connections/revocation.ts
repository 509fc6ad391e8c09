import { connections } from '@esteira/db/schema/platform/connections';
import type { AccountConnector, SellerAccount } from '@esteira/marketplaces/account';
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
  const grant = await openGrant(deps, key);
  return grant !== null && (await revoke(grant, signal));
}

/** All that it takes to give a right back, also once its tokens are forgotten here. */
export interface OpenGrant {
  connector: AccountConnector;
  account: SellerAccount;
}

/** Opens those of all accounts of a seller, of whom everything goes. */
export async function openGrantsOf(deps: RevocationDeps, usuarioId: string): Promise<OpenGrant[]> {
  const { marketplace, conta_id: contaId } = connections;
  const rows = await deps.db
    .select({ marketplace, contaId })
    .from(connections)
    .where(and(eq(connections.usuario_id, usuarioId), eq(connections.status, 'conectado')));
  const grants = await Promise.all(rows.map((row) => openGrant(deps, { usuarioId, ...row })));
  return grants.flatMap((grant) => grant ?? []);
}

/** Takes these rights back. */
export async function revokeGrants(grants: readonly OpenGrant[]): Promise<void> {
  await Promise.all(grants.map((grant) => revoke(grant, AbortSignal.timeout(REVOCATION_TIMEOUT_MS))));
}

/** Null where the marketplace has no call for it, or takes the tokens no more. */
async function openGrant(deps: RevocationDeps, key: ConnectionKey): Promise<OpenGrant | null> {
  const connector = deps.connectors[key.marketplace];
  if (connector?.revoke === undefined) return null;
  const { db, clock, tokenCipher: cipher } = deps;
  try {
    return { connector, account: await createAccounts({ db, clock, cipher, connector }).current(key) };
  } catch (error) {
    if (error instanceof AdapterError) return null;
    throw error;
  }
}

async function revoke({ connector, account }: OpenGrant, signal: AbortSignal): Promise<boolean> {
  try {
    await connector.revoke?.(account, signal);
    return true;
  } catch (error) {
    if (error instanceof AdapterError) return false;
    throw error;
  }
}
