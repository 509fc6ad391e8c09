import { users } from '@esteira/db/schema/accounts/users';
import { HOUR_MS } from '@esteira/domain/durations';
import type {
  RequestResetInput,
  RequestResetResponse,
  ResetPasswordInput,
} from '@esteira/validators/accounts/account';
import { and, eq } from 'drizzle-orm';
import { type Caller, recordActivity } from '../../../core/activity/record-activity';
import type { Deps } from '../../../core/context';
import { consumeOrRefuse, toNetwork } from '../../../core/limits/rate-limit';
import {
  deadLink,
  findAccountLink,
  revokeAccountLinks,
  useAccountLink,
} from '../../../core/security/account-links';
import { refuseWeakPassword } from '../../../core/security/password-rules/password-policy';
import { hashPassword } from '../../../core/security/passwords';
import { endSessions } from '../../../core/security/sessions';
import { enqueueEmail } from '../../mail/outbox';

/** How many e-mails an address gets, from however many networks they are requested. */
const PER_ACCOUNT = { max: 5, windowMs: HOUR_MS };
const PER_NETWORK = { max: 100, windowMs: HOUR_MS };
const TRIES_PER_NETWORK = { max: 50, windowMs: HOUR_MS };

const ASKED =
  'Se houver uma conta com este e-mail, enviamos um link para criar uma senha nova. Ele vale por uma hora.';

/**
 * Takes the request for a link. Whether the address has an account is only looked up when the e-mail is worded, so
 * neither the answer nor its time tells.
 */
export async function requestReset(
  deps: Deps,
  { ip }: Pick<Caller, 'ip'>,
  { email }: RequestResetInput,
): Promise<RequestResetResponse> {
  await consumeOrRefuse(deps, { key: deps.digest(`esqueci:${toNetwork(ip)}`), ...PER_NETWORK });
  await consumeOrRefuse(deps, { key: deps.digest(`esqueci:${email}`), ...PER_ACCOUNT });
  await enqueueEmail(deps.db, deps, { tipo: 'redefinir_senha', dados: { email } });
  return { detail: ASKED };
}

/** Sets a new password by a link, which works once; every session ends. */
export async function resetPassword(
  deps: Deps,
  caller: Caller,
  { token, senha }: ResetPasswordInput,
): Promise<void> {
  const key = deps.digest(`redefinir:${toNetwork(caller.ip)}`);
  await consumeOrRefuse(deps, { key, ...TRIES_PER_NETWORK });
  // Hashing is expensive, and worth it only for a link that works.
  const link = await findAccountLink(deps, 'redefinir_senha', token);
  const [owner] =
    link === null
      ? []
      : await deps.db
          .select({ nome: users.nome, email: users.email })
          .from(users)
          .where(eq(users.id, link.usuario_id));
  if (owner === undefined) throw deadLink();
  refuseWeakPassword(deps, { senha, ...owner });
  const senha_hash = await hashPassword(senha, toNetwork(caller.ip));
  await deps.db.transaction(async (tx) => {
    const { usuario_id: usuarioId } = await useAccountLink(tx, deps, { tipo: 'redefinir_senha', token });
    const [user] = await tx
      .update(users)
      .set({ senha_hash, senha_fraca_desde: null, senha_trocada_em: deps.clock().toISOString() })
      .where(and(eq(users.id, usuarioId), eq(users.ativo, true)))
      .returning({ email: users.email, nome: users.nome });
    if (user === undefined) throw deadLink();
    for (const tipo of ['redefinir_senha', 'segundo_passo'] as const) {
      await revokeAccountLinks(tx, deps, { tipo, usuarioId });
    }
    await endSessions({ db: tx, clock: deps.clock }, usuarioId);
    const act = { ato: 'senha_trocada', autorId: usuarioId } as const;
    await recordActivity({ ...deps, db: tx }, caller, act);
    await enqueueEmail(tx, deps, { tipo: 'senha_alterada', dados: user });
  });
}
