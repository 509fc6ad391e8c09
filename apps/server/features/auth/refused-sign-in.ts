import { users } from '@esteira/db/schema/accounts/users';
import type { Activity } from '@esteira/domain/accounts/activity';
import { eq } from 'drizzle-orm';
import { type Caller, noteOnce } from '../../core/activity/record-activity';
import type { Deps } from '../../core/context';
import { AppError } from '../../core/errors';

type Refused = { error: unknown; wrong: Activity } & ({ email: string } | { usuarioId: string });

/** Notes a sign-in that was refused for what was typed, or for too many tries. Of an address without account its digest. */
export async function noteRefusedSignIn(deps: Deps, caller: Caller, refused: Refused): Promise<void> {
  const { error } = refused;
  const kind = error instanceof AppError ? error.kind : 'internal';
  if (!['unauthenticated', 'invalid', 'too_many'].includes(kind)) return;
  const ato = kind === 'too_many' ? 'limite_atingido' : refused.wrong;
  const autorId = 'email' in refused ? await findUser(deps, refused.email) : refused.usuarioId;
  const alvo = autorId === null && 'email' in refused ? deps.digest(`endereco:${refused.email}`) : undefined;
  await noteOnce(deps, caller, { ato, autorId, alvo });
}

async function findUser({ db }: Deps, email: string): Promise<string | null> {
  const [user] = await db.select({ id: users.id }).from(users).where(eq(users.email, email));
  return user?.id ?? null;
}
