import type { Activity } from '@esteira/domain/accounts/activity';
import { type Caller, noteOnce } from '../../core/activity/record-activity';
import type { Deps } from '../../core/context';
import { AppError } from '../../core/errors';
import { findUserId } from '../../core/security/session-user';

type Refused = { error: unknown; wrong: Activity } & ({ email: string } | { usuarioId: string });

/** Notes a sign-in that was refused for what was typed, or for too many tries. Of an address without account its digest. */
export async function noteRefusedSignIn(deps: Deps, caller: Caller, refused: Refused): Promise<void> {
  const { error } = refused;
  const kind = error instanceof AppError ? error.kind : 'internal';
  if (!['unauthenticated', 'invalid', 'too_many'].includes(kind)) return;
  const ato = kind === 'too_many' ? 'limite_atingido' : refused.wrong;
  const autorId = 'email' in refused ? await findUserId(deps.db, refused.email) : refused.usuarioId;
  const alvo = autorId === null && 'email' in refused ? deps.digest(`endereco:${refused.email}`) : undefined;
  await noteOnce(deps, caller, { ato, autorId, alvo });
}
