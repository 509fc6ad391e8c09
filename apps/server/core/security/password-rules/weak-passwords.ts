import { users } from '@esteira/db/schema/accounts/users';
import { WEAK_PASSWORD_GRACE_MS } from '@esteira/domain/accounts/session-limits';
import { DAY_MS } from '@esteira/domain/durations';
import type { OwnUser } from '@esteira/validators/accounts/account';
import { and, eq, isNull, lt, sql } from 'drizzle-orm';
import type { Deps } from '../../context';
import { findFault } from './password-policy';

interface SignedInWith {
  id: string;
  nome: string;
  email: string;
  senha_hash: string;
  senha_fraca_desde: string | null;
}

/**
 * Notes since when the password that somebody signed in with is known to be weak, or that it is not: it is in clear only
 * at that moment. Answers since when.
 */
export async function noteWeakPassword(
  deps: Deps,
  { id, senha_hash, senha_fraca_desde, ...person }: SignedInWith,
  senha: string,
): Promise<string | null> {
  if (!deps.enforcePolicies) return null;
  const isWeak = findFault(deps, { senha, ...person }) !== null;
  if (isWeak === (senha_fraca_desde !== null)) return senha_fraca_desde;
  const since = isWeak ? deps.clock().toISOString() : null;
  await deps.db
    .update(users)
    .set({ senha_fraca_desde: since })
    .where(and(eq(users.id, id), eq(users.senha_hash, senha_hash)));
  return since;
}

/** What a person is told of their weak password: until when it opens everything, and whether that is over. */
export function passwordNotice(
  { clock, enforcePolicies }: Pick<Deps, 'clock' | 'enforcePolicies'>,
  weakSince: string | null,
): Pick<OwnUser, 'trocar_senha'> {
  if (!enforcePolicies || weakSince === null) return {};
  const end = new Date(Date.parse(weakSince) + WEAK_PASSWORD_GRACE_MS);
  return { trocar_senha: { ate: end.toISOString(), restrita: end <= clock() } };
}

/** Whether Amazon's contract asks a person for another password: of a weak one they are told anyway. */
export async function isPasswordOld({ db, clock }: Pick<Deps, 'db' | 'clock'>, id: string): Promise<boolean> {
  const since = sql`coalesce(${users.senha_trocada_em}, ${users.criado_em})`;
  const isOld = lt(since, new Date(clock().getTime() - 365 * DAY_MS).toISOString());
  return (await db.$count(users, and(eq(users.id, id), isNull(users.senha_fraca_desde), isOld))) > 0;
}
