import { KEY_SCOPES, type KeyScope } from './api-keys';
import type { TeamRole } from './team-roles';

export const TEAM_ROLE_TEXTS: Record<TeamRole, { label: string; description: string }> = {
  operador: {
    label: 'Operador',
    description: 'Vê e altera produtos, fornecedores, pedidos e compras.',
  },
  leitura: { label: 'Leitura', description: 'Vê produtos, pedidos, compras e o painel. Não altera nada.' },
};

/** What a role may do, as API keys have it; whatever takes no key is the seller's alone. */
export const ROLE_SCOPES: Record<TeamRole, readonly KeyScope[]> = {
  operador: KEY_SCOPES,
  leitura: ['leitura'],
};

/** How many people and open invitations a seller may have. */
export const MAX_TEAM = 20;

export const INVITATION_DAYS = 7;
