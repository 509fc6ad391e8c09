import { createHash } from 'node:crypto';
import { type Database, preparedOnce } from '@esteira/db/database';
import { apiKeys } from '@esteira/db/schema/accounts/api-keys';
import { users } from '@esteira/db/schema/accounts/users';
import { type KeyScope, MAX_KEY_CALLS_PER_MINUTE } from '@esteira/domain/accounts/api-keys';
import { MINUTE_MS } from '@esteira/domain/durations';
import { countText } from '@esteira/domain/text/count-text';
import { and, eq, sql } from 'drizzle-orm';
import type { Deps } from '../context';
import { AppError } from '../errors';
import { consumeAttempt } from '../limits/rate-limit';
import { recordUse } from './last-use';
import { type Account, userColumns } from './session-user';

export const API_KEY_PREFIX = 'est_';

/** What a request with an API key may do, and for whom. */
export interface KeyAccess {
  id: string;
  nome: string;
  user: Account;
  scopes: readonly KeyScope[];
}

/** Whether the bearer token says of itself that it is an API key; sessions' tokens begin otherwise. */
export function isApiKey(token: string | null): token is string {
  return token?.startsWith(API_KEY_PREFIX) ?? false;
}

export function hashApiKey(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

const keyOfActiveUser = (db: Database, name: string) =>
  db
    .select({
      user: userColumns,
      id: apiKeys.id,
      nome: apiKeys.nome,
      scopes: apiKeys.escopos,
      ultimo_uso: apiKeys.ultimo_uso,
    })
    .from(apiKeys)
    .innerJoin(users, and(eq(users.id, apiKeys.usuario_id), users.ativo))
    .where(eq(apiKeys.hash, sql.placeholder('hash')))
    .prepare(name);

/** Fails with `unauthenticated` for a key that is unknown or revoked, or whose user is deactivated. */
export async function findApiKey({ db }: Pick<Deps, 'db'>, key: string) {
  const query = preparedOnce(db, 'api_key_user', keyOfActiveUser);
  const [found] = await query.execute({ hash: hashApiKey(key) });
  if (found === undefined) throw new AppError('unauthenticated', 'Chave de API inválida ou revogada');
  return found;
}

/** Counts the calls of a request against the key's limit, and remembers when the key was used. */
export async function admitApiKey(deps: Deps, key: string, calls: number): Promise<KeyAccess> {
  const found = await findApiKey(deps, key);
  const wait = await consumeAttempt(deps, {
    key: deps.digest(`chave-api:${found.id}`),
    max: MAX_KEY_CALLS_PER_MINUTE,
    windowMs: MINUTE_MS,
    count: calls,
  });
  if (wait !== null) throw tooManyCalls(wait);
  await recordUse(deps, apiKeys, { usuario_id: found.user.id, ...found });
  return found;
}

function tooManyCalls(retryAfter: number): AppError {
  const wait = countText(retryAfter, 'segundo', 'segundos');
  return new AppError(
    'too_many',
    `Esta chave de API passou de ${MAX_KEY_CALLS_PER_MINUTE} chamadas por minuto. Tente novamente em ${wait}.`,
    { retryAfter },
  );
}

/** Fails with `forbidden` unless the key has one of the scopes. */
export function refuseBeyondScope({ scopes }: KeyAccess, wanted: readonly KeyScope[]): void {
  if (wanted.some((scope) => scopes.includes(scope))) return;
  throw new AppError(
    'forbidden',
    `Esta chave de API não tem o escopo que isto exige: ${wanted.join(' ou ')}`,
  );
}

/** The refusal of what no key may do, whatever its scope. */
export function sessionsOnly(): AppError {
  return new AppError(
    'forbidden',
    'Chaves de API não têm acesso a isto. Entre na sua conta com e-mail e senha.',
  );
}
