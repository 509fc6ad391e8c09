import { connections } from '@esteira/db/schema/platform/connections';
import { MINUTE_MS } from '@esteira/domain/durations';
import { FIRST_ACCOUNT } from '@esteira/domain/marketplace-accounts';
import type { Marketplace } from '@esteira/domain/marketplaces';
import { AdapterError } from '@esteira/marketplaces/adapter-error';
import { and, eq, sql } from 'drizzle-orm';
import { type TokenCipher, UnknownKeyError } from '../../core/security/token-cipher';

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
    seladas_em: sql`now()`,
  };
}

/**
 * The access token of a row. Where the key that sealed it is not this server's: `auth_expired` for a while, because another
 * server may have a new one already, then `reconnect_required`.
 */
export function openAccess(cipher: TokenCipher, row: ConnectionRow): string {
  return open(cipher, row, { sealed: row.token_acesso, purpose: 'acesso' });
}

/** A refresh token of a row, the latest or the one before; fails like `openAccess`. */
export function openRefresh(cipher: TokenCipher, row: ConnectionRow, sealed: string): string {
  return open(cipher, row, { sealed, purpose: 'renovacao' });
}

function open(
  cipher: TokenCipher,
  row: ConnectionRow,
  { sealed, purpose }: { sealed: string; purpose: Purpose },
): string {
  try {
    return cipher.open(sealed, toIdentity(toKey(row), purpose));
  } catch (error) {
    const isNew = Date.now() - Date.parse(row.seladas_em ?? '') < KEY_ARRIVES_WITHIN_MS;
    if (error instanceof UnknownKeyError && isNew) {
      throw new AdapterError('auth_expired', KEY_ARRIVES, { cause: error });
    }
    throw new AdapterError('reconnect_required', KEY_CHANGED, { cause: error });
  }
}

/** Servers that get a new key one after another have it within this time. */
const KEY_ARRIVES_WITHIN_MS = 10 * MINUTE_MS;
const KEY_ARRIVES = 'A chave que protege as conexões está sendo trocada. Tente novamente em alguns minutos.';
const KEY_CHANGED = 'A chave que protege as conexões deste servidor mudou. Conecte a conta novamente.';

/** Which connection a row of it, or of what belongs to it, tells of. */
export function toKey({
  usuario_id,
  marketplace,
  conta_id,
}: Pick<ConnectionRow, 'usuario_id' | 'marketplace' | 'conta_id'>): ConnectionKey {
  return { usuarioId: usuario_id, marketplace, contaId: conta_id };
}

/** What a token is sealed for. Those of the first account were sealed before there were others. */
export function toIdentity({ usuarioId, marketplace, contaId }: ConnectionKey, purpose: Purpose): string {
  const account = contaId === FIRST_ACCOUNT ? marketplace : `${marketplace}:${contaId}`;
  return `conexoes:${usuarioId}:${account}:${purpose}`;
}
