import { newId } from '@esteira/db/schema/columns';
import type { User } from '@esteira/validators/accounts/account';
import type { RemoveTwoStepInput, ResetLink } from '@esteira/validators/administration/admin-user-acts';
import type { Deps } from '../../core/context';
import { AppError } from '../../core/errors';
import { createResetLink } from '../../core/security/reset-links';
import { removeTwoStep } from '../../core/security/two-step/two-step';
import { enqueueEmail } from '../mail/outbox';
import { type Admin, recordAct } from './admin-acts';
import { findUser } from './service';

/**
 * Turns the second step off for somebody who has lost phone and recovery codes, who is told by e-mail. Who signs in
 * without one is answered as such, and nothing is recorded.
 */
export async function removeUserTwoStep(
  deps: Deps,
  admin: Admin,
  { id, motivo }: RemoveTwoStepInput,
): Promise<User> {
  refuseSelf(admin, id, 'Desligue a sua verificação em duas etapas em Configurações → Conta');
  return deps.db.transaction(async (tx) => {
    const user = await findUser(tx, id);
    if (await removeTwoStep(tx, deps, user.id)) {
      const { email, nome } = user;
      await recordAct(tx, admin, { ato: 'duas_etapas_desligada', alvo_id: user.id, detalhe: motivo });
      await enqueueEmail(tx, deps, { tipo: 'duas_etapas_alterada', dados: { email, nome, ligada: false } });
    }
    return user;
  });
}

/**
 * Makes the address under which a user chooses a new password, for the admin to pass on; where there is a mail server
 * the same address goes to the user too. A second step stays on.
 */
export async function createUserResetLink(deps: Deps, admin: Admin, id: string): Promise<ResetLink> {
  refuseSelf(admin, id, 'Troque a sua senha em Configurações → Conta');
  return deps.db.transaction(async (tx) => {
    const user = await findUser(tx, id);
    if (!user.ativo) throw new AppError('conflict', 'Só um usuário ativo pode criar uma senha nova');
    const linkId = newId();
    const link = { id: linkId, usuarioId: user.id, from: deps.clock() };
    const { url, expiraEm } = await createResetLink({ ...deps, db: tx }, link);
    await recordAct(tx, admin, { ato: 'link_senha_criado', alvo_id: user.id });
    await enqueueEmail(tx, deps, { id: linkId, tipo: 'redefinir_senha', dados: { email: user.email } });
    return { url, expira_em: expiraEm.toISOString(), por_email: deps.mail?.modo === 'smtp' };
  });
}

/** A stolen session of an admin must not lead past the admin's own password and code. */
function refuseSelf(admin: Admin, id: string, instead: string): void {
  if (id.toLowerCase() === admin.id) throw new AppError('conflict', instead);
}
