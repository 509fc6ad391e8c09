/** What is changed in one dialog. */
export type ChangeTopic = 'precos' | 'estoque';

export const CHANGE_TITLES: Record<ChangeTopic, string> = {
  precos: 'Alterar preços',
  estoque: 'Alterar estoque',
};
