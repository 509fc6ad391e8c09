import { connections } from '@esteira/db/schema/platform/connections';
import { FIRST_ACCOUNT } from '@esteira/domain/marketplace-accounts';
import type { Marketplace } from '@esteira/domain/marketplaces';
import { AdapterError } from '@esteira/marketplaces/adapter-error';
import { and, eq } from 'drizzle-orm';
import type { TokenCipher } from '../../core/security/token-cipher';

/** Which connection a row is. */
export interface ConnectionKey {
  usuarioId: string;
  marketplace: Marketplace;
  contaId: number;
}

/** The condition that a row is that connection. */
export const isConnection = ({ usuarioId, marketplace, contaId }: ConnectionKey) =>
  and(
    eq(connections.usuario_id, usuarioId),
    eq(connections.marketplace, marketplace),
    eq(connections.conta_id, contaId),
  );

export type ConnectionRow = typeof connections.$inferSelect;

type Purpose = 'acesso' | 'renovacao';

/** Seals a token for its row: in another row, or as another kind of token, it does not open. */
export function sealToken(cipher: TokenCipher, key: ConnectionKey, token: Record<Purpose, string>) {
  return {
    token_acesso: cipher.seal(token.acesso, toIdentity(key, 'acesso')),
    token_renovacao: cipher.seal(token.renovacao, toIdentity(key, 'renovacao')),
  };
}

/** The access token of a row. `reconnect_required` when the key that sealed it is not this server's. */
export function openAccess(cipher: TokenCipher, row: ConnectionRow): string {
  return open(cipher, row.token_acesso, toIdentity(toKey(row), 'acesso'));
}

/** A refresh token of a row, the latest or the one before; fails like `openAccess`. */
export function openRefresh(cipher: TokenCipher, row: ConnectionRow, sealed: string): string {
  return open(cipher, sealed, toIdentity(toKey(row), 'renovacao'));
}

function open(cipher: TokenCipher, sealed: string, identity: string): string {
  try {
    return cipher.open(sealed, identity);
  } catch (error) {
    throw new AdapterError('reconnect_required', KEY_CHANGED, { cause: error });
  }
}

const KEY_CHANGED = 'A chave que protege as conexões deste servidor mudou. Conecte a conta novamente.';

function toKey({ usuario_id, marketplace, conta_id }: ConnectionRow): ConnectionKey {
  return { usuarioId: usuario_id, marketplace, contaId: conta_id };
}

/** Tokens of the first account were sealed before there were others. */
function toIdentity({ usuarioId, marketplace, contaId }: ConnectionKey, purpose: Purpose): string {
  const account = contaId === FIRST_ACCOUNT ? marketplace : `${marketplace}:${contaId}`;
  return `conexoes:${usuarioId}:${account}:${purpose}`;
}
