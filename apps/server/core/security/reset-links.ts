import { HOUR_MS } from '@esteira/domain/durations';
import type { Deps } from '../context';
import { createAccountLink } from './account-links';

interface NewResetLink {
  /** The same id makes the same address. */
  id: string;
  usuarioId: string;
  from: Date;
}

/** The address under which a user chooses a new password, once, for an hour; every session ends with it. */
export async function createResetLink(
  deps: Pick<Deps, 'db' | 'digests' | 'publicUrl'>,
  { id, usuarioId, from }: NewResetLink,
): Promise<{ url: string; expiraEm: Date }> {
  const expiraEm = new Date(from.getTime() + HOUR_MS);
  const token = await createAccountLink(deps, { id, usuarioId, tipo: 'redefinir_senha', expiraEm });
  // Behind the #: browsers do not send that part.
  return { url: `${deps.publicUrl()}/redefinir-senha#${token}`, expiraEm };
}
