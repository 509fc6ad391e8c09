import { users } from '@esteira/db/schema/accounts/users';
import { newId } from '@esteira/db/schema/columns';
import type { AuthResponse, LoginChallenge, OwnUser } from '@esteira/validators/accounts/account';
import type { SecondStepInput } from '@esteira/validators/accounts/two-step';
import { eq } from 'drizzle-orm';
import type { Deps } from '../../core/context';
import { AppError } from '../../core/errors';
import { createAccountLink, findAccountLink, takeAccountLink } from '../../core/security/account-links';
import { passwordNotice } from '../../core/security/password-rules/weak-passwords';
import { type Account, findShop, toOwnUser, userColumns } from '../../core/security/session-user';
import { openSession } from '../../core/security/sessions';
import { limitCodes, takeCode } from '../../core/security/two-step/two-step';
import { type DeviceCaller, noticeDevice } from './devices/known-devices';
import { noteRefusedSignIn } from './refused-sign-in';

const tipo = 'segundo_passo';
/** Tells an ended challenge from a wrong code. */
const DEAD = 'dead_challenge';
/** Long enough to find the phone. */
const CHALLENGE_MS = 10 * 60_000;

/** What somebody gets who knew the password of an account with a second step: good for one code, and for nothing else. */
export async function createChallenge(deps: Deps, usuarioId: string): Promise<LoginChallenge> {
  const expiraEm = new Date(deps.clock().getTime() + CHALLENGE_MS);
  const desafio = await createAccountLink(deps, { id: newId(), usuarioId, tipo, expiraEm });
  return { desafio, expira_em: expiraEm.toISOString() };
}

/** Opens a session for the challenge and a code. Both are used up together or not at all. */
export async function passSecondStep(
  deps: Deps,
  caller: DeviceCaller,
  { desafio, codigo }: SecondStepInput,
): Promise<AuthResponse> {
  const link = await findAccountLink(deps, tipo, desafio);
  if (link === null) throw deadChallenge();
  const { usuario_id: usuarioId } = link;
  return limitCodes(deps, usuarioId, () =>
    deps.db.transaction(async (tx) => {
      await takeCode(tx, deps, { usuarioId, codigo });
      if ((await takeAccountLink(tx, deps, { tipo, token: desafio })) === null) throw deadChallenge();
      const [row] = await tx
        .select({ person: userColumns, weakSince: users.senha_fraca_desde })
        .from(users)
        .where(eq(users.id, usuarioId));
      if (row === undefined) throw deadChallenge();
      const admitted = await admit({ db: tx }, row.person);
      const usuario = { ...admitted, ...passwordNotice(deps, row.weakSince) };
      await noticeDevice({ ...deps, db: tx }, caller, usuario);
      return { usuario, access_token: await openSession({ ...deps, db: tx }, usuarioId, caller) };
    }),
  ).catch(async (error: unknown) => {
    if (error instanceof AppError && error.reason === DEAD) throw error;
    await noteRefusedSignIn(deps, caller, { usuarioId, error, wrong: 'codigo_incorreto' });
    throw error;
  });
}

/** Answers the person as they see themselves, unless they or the seller whose team they are in were deactivated. */
export async function admit(deps: Pick<Deps, 'db'>, person: Account): Promise<OwnUser> {
  const shop = await findShop(deps, person);
  if (!person.ativo || !shop.seller.ativo) {
    throw new AppError('forbidden', 'Usuário desativado. Fale com o suporte.');
  }
  return toOwnUser({ person, ...shop });
}

function deadChallenge(): AppError {
  const mensagem = 'Passou tempo demais ou esta entrada já foi usada. Entre de novo.';
  return new AppError('invalid', mensagem, { erros: [{ campo: 'desafio', mensagem }], reason: DEAD });
}
