import { sessions } from '@esteira/db/schema/accounts/sessions';
import type { EndedSessions } from '@esteira/validators/accounts/session';
import type {
  EndAllSessionsInput,
  EndUserSessionsInput,
} from '@esteira/validators/administration/admin-user-acts';
import { and, isNull } from 'drizzle-orm';
import type { Deps } from '../../core/context';
import { AppError } from '../../core/errors';
import type { SignedInUser } from '../../core/security/session-user';
import { endSessions, isOtherSession } from '../../core/security/sessions';
import { enqueueEmail } from '../mail/outbox';
import { type Admin, recordAct, toAdmin } from './admin-acts';
import { withProof } from './proof';
import { findUser } from './service';

/** Signs a user out everywhere, who is told why. Where no session was open, nothing is recorded. */
export function endUserSessions(
  deps: Deps,
  admin: Admin,
  { id, motivo }: EndUserSessionsInput,
): Promise<EndedSessions> {
  if (id.toLowerCase() === admin.id) {
    throw new AppError('conflict', 'Use Encerrar todas em Configurações → Conta');
  }
  return deps.db.transaction(async (tx) => {
    const { id: alvo_id, email, nome } = await findUser(tx, id);
    const encerradas = await endSessions({ db: tx, clock: deps.clock }, alvo_id);
    if (encerradas > 0) {
      await recordAct(tx, admin, { ato: 'sessoes_encerradas', alvo_id, detalhe: motivo });
      await enqueueEmail(tx, deps, { tipo: 'sessoes_encerradas', dados: { email, nome, motivo } });
    }
    return { encerradas };
  });
}

/** Signs everybody out but the session that asks. */
export function endAllSessions(
  deps: Deps,
  { user, ip }: { user: SignedInUser; ip: string },
  proof: EndAllSessionsInput,
): Promise<EndedSessions> {
  return withProof(deps, { user, proof }, async (tx) => {
    const ended = await tx
      .update(sessions)
      .set({ encerrada_em: deps.clock().toISOString() })
      .where(and(isNull(sessions.encerrada_em), isOtherSession(user.sessao_id)))
      .returning({ id: sessions.id });
    await recordAct(tx, toAdmin({ user, ip }), {
      ato: 'sessoes_encerradas',
      alvo_id: null,
      detalhe: 'Todas as sessões da instalação',
    });
    return { encerradas: ended.length };
  });
}
