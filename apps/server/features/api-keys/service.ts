import { randomBytes } from 'node:crypto';
import type { Database } from '@esteira/db/database';
import { apiKeys } from '@esteira/db/schema/accounts/api-keys';
import { users } from '@esteira/db/schema/accounts/users';
import { MAX_API_KEYS } from '@esteira/domain/accounts/api-keys';
import type { ApiKey, ApiKeyInput, CreatedApiKey } from '@esteira/validators/accounts/api-keys';
import { and, desc, eq } from 'drizzle-orm';
import type { Deps } from '../../core/context';
import { AppError } from '../../core/errors';
import { isEntityId } from '../../core/ids';
import { API_KEY_PREFIX, hashApiKey } from '../../core/security/api-keys';

const KEY_BYTES = 32;
/** The rest has 224 bits still. */
const SHOWN_CHARACTERS = API_KEY_PREFIX.length + 8;

const columns = {
  id: apiKeys.id,
  nome: apiKeys.nome,
  prefixo: apiKeys.prefixo,
  escopos: apiKeys.escopos,
  criado_em: apiKeys.criado_em,
  ultimo_uso: apiKeys.ultimo_uso,
};

/** The keys of a user that work, newest first. */
export function listApiKeys(db: Database, usuarioId: string): Promise<ApiKey[]> {
  return db
    .select(columns)
    .from(apiKeys)
    .where(eq(apiKeys.usuario_id, usuarioId))
    .orderBy(desc(apiKeys.id))
    .limit(MAX_API_KEYS);
}

/** Makes a key and returns it whole; only its hash is stored. */
export async function createApiKey(
  { db, clock }: Deps,
  usuarioId: string,
  { nome, escopos }: ApiKeyInput,
): Promise<CreatedApiKey> {
  const chave = `${API_KEY_PREFIX}${randomBytes(KEY_BYTES).toString('hex')}`;
  return db.transaction(async (tx) => {
    // Of two that are made at once the second waits, and counts the first.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, usuarioId)).for('no key update');
    if ((await tx.$count(apiKeys, eq(apiKeys.usuario_id, usuarioId))) >= MAX_API_KEYS) throw tooManyKeys();
    const [made] = await tx
      .insert(apiKeys)
      .values({
        usuario_id: usuarioId,
        nome,
        escopos,
        prefixo: chave.slice(0, SHOWN_CHARACTERS),
        hash: hashApiKey(chave),
        criado_em: clock().toISOString(),
      })
      .returning(columns);
    if (made === undefined) throw new Error('the insert returned no row');
    return { ...made, chave };
  });
}

/** Ends a key at once, on every server. */
export async function revokeApiKey(db: Database, usuarioId: string, id: string): Promise<void> {
  const revoked = isEntityId(id)
    ? await db
        .delete(apiKeys)
        .where(and(eq(apiKeys.usuario_id, usuarioId), eq(apiKeys.id, id)))
        .returning({ id: apiKeys.id })
    : [];
  if (revoked.length === 0) throw new AppError('not_found', 'Chave de API não encontrada');
}

function tooManyKeys(): AppError {
  return new AppError('conflict', `Você já tem ${MAX_API_KEYS} chaves de API. Revogue uma que não usa mais.`);
}
