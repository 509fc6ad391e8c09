import type { AdminUser } from '@esteira/validators/administration/admin';

/** What the menu of a user may offer. */
export const MENU_ACT_LABELS = {
  extendPlan: 'Estender plano',
  createResetLink: 'Criar link de senha',
  removeTwoStep: 'Desligar duas etapas',
  endSessions: 'Encerrar sessões',
  explainDeactivation: 'Motivo da desativação',
} as const;

export type MenuAct = keyof typeof MENU_ACT_LABELS;

/** What an admin does to a user in a dialog of its own. */
export interface ChosenAct {
  user: AdminUser;
  act: MenuAct;
}

/** Only what would do something; an admin's own password and second step are changed in the account. */
export function listMenuActs(user: AdminUser, ownId: string): MenuAct[] {
  const isOther = user.id !== ownId;
  const offered: Record<MenuAct, boolean> = {
    extendPlan: user.data_expiracao !== null,
    createResetLink: isOther && user.ativo,
    removeTwoStep: isOther && user.duas_etapas,
    endSessions: isOther && user.ativo,
    explainDeactivation: !user.ativo,
  };
  return (Object.keys(MENU_ACT_LABELS) as MenuAct[]).filter((act) => offered[act]);
}
