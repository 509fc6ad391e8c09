import type { Database } from '@esteira/db/database';
import type { EndAllSessionsInput } from '@esteira/validators/administration/admin-user-acts';
import type { Deps } from '../../core/context';
import { invalidField } from '../../core/errors';
import { checkPassword } from '../../core/security/current-password';
import { hasTwoStep, limitCodes, takeCode } from '../../core/security/two-step/two-step';

/** Does, in one transaction, what only the admin's password allows, and a code where they sign in with a second step. */
export async function withProof<T>(
  deps: Deps,
  { user, proof: { senha_atual, codigo } }: { user: { id: string }; proof: EndAllSessionsInput },
  act: (tx: Database) => Promise<T>,
): Promise<T> {
  await checkPassword(deps, user.id, senha_atual);
  const asksCode = await hasTwoStep(deps.db, user.id);
  if (asksCode && codigo === null) throw invalidField('codigo', 'Digite o código do aplicativo');
  return limitCodes(deps, user.id, () =>
    deps.db.transaction(async (tx) => {
      if (asksCode && codigo !== null) await takeCode(tx, deps, { usuarioId: user.id, codigo });
      return act(tx);
    }),
  );
}
