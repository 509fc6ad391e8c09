import {
  CLASSES_SENTENCE,
  findPasswordFault,
  hasAllClasses,
  PASSWORD_FAULTS,
  type PasswordFault,
} from '@esteira/domain/accounts/password-rules';
import type { Deps } from '../../context';
import { invalidField } from '../../errors';
import { isCommonPassword } from './common-passwords';

interface Chosen {
  senha: string;
  nome: string;
  email: string;
}

/** Fails with `invalid` at `senha` where rules are enforced and the password that somebody chooses breaks one. */
export function refuseWeakPassword(
  deps: Pick<Deps, 'clock' | 'connectors' | 'enforcePolicies'>,
  chosen: Chosen,
): void {
  if (!deps.enforcePolicies) return;
  const fault = findFault(deps, chosen);
  if (fault !== null) throw invalidField('senha', PASSWORD_FAULTS[fault]);
  // Only of what is chosen: Amazon's contract asks for classes, which force no change of what people have.
  if (deps.connectors.amazon !== null && !hasAllClasses(chosen.senha)) {
    throw invalidField('senha', CLASSES_SENTENCE);
  }
}

/** The rule that a password breaks, whether or not it is enforced. */
export function findFault({ clock }: Pick<Deps, 'clock'>, chosen: Chosen): PasswordFault | null {
  return findPasswordFault({ ...chosen, ano: clock().getFullYear(), isCommon: isCommonPassword });
}
