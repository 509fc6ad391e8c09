import { expect, it } from 'vitest';
import { listMenuActs } from './user-acts';

const user = {
  id: 'u1',
  nome: 'Rui',
  email: 'rui@exemplo.com',
  plano: null,
  data_expiracao: null,
  is_admin: false,
  ativo: true,
  criado_em: '2026-11-21T12:00:00.000Z',
  ultimo_acesso: null,
  total_pedidos: 0,
  duas_etapas: false,
};
const paid = { plano: 'top', data_expiracao: '2027-11-21T12:00:00.000Z' } as const;

it.each([
  ['an active user', {}, 'other', ['createResetLink', 'endSessions']],
  ['one with a plan', paid, 'other', ['extendPlan', 'createResetLink', 'endSessions']],
  ['one with two steps', { duas_etapas: true }, 'other', ['createResetLink', 'removeTwoStep', 'endSessions']],
  ['an inactive one', { ativo: false }, 'other', ['explainDeactivation']],
  ['oneself', { ...paid, duas_etapas: true }, 'u1', ['extendPlan']],
] as const)('for %s there is what would do something', (_, fields, ownId, acts) => {
  expect(listMenuActs({ ...user, ...fields }, ownId)).toEqual(acts);
});
