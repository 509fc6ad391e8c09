import type { KeyScope } from '@esteira/domain/accounts/api-keys';
import { ROLE_SCOPES } from '@esteira/domain/accounts/team';
import type { TeamRole } from '@esteira/domain/accounts/team-roles';
import { AppError } from '../errors';

/** Fails with `forbidden` for whoever is in the team of another seller. */
export function refuseTeam(papel: TeamRole | null): void {
  if (papel !== null) throw new AppError('forbidden', 'Só o titular da conta tem acesso a isto.');
}

/** Fails with `forbidden` unless the role has one of the scopes; owners have all. */
export function refuseBeyondRole(papel: TeamRole | null, wanted: readonly KeyScope[]): void {
  if (papel === null || wanted.some((scope) => ROLE_SCOPES[papel].includes(scope))) return;
  throw new AppError('forbidden', 'Seu acesso é de leitura: você vê tudo, mas não altera nada.');
}
