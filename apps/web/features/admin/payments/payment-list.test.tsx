import type { AdminPayment } from '@esteira/validators/administration/admin';
import { afterEach, expect, it } from 'vitest';
import { see } from '../../../testing/controls';
import { FakeServer } from '../../../testing/fake-server';
import { closeApp, openApp } from '../../../testing/open-app';
import { listOf, USER } from '../../../testing/samples';

afterEach(closeApp);

const PIX: AdminPayment = {
  ...{
    id: 'g1',
    usuario_id: 'u1',
    usuario_nome: 'Ana',
    usuario_email: 'ana@exemplo.com.br',
    status: 'aprovado',
  },
  ...{ plano: 'top', valor: 380, parcelas: 1, data_pagamento: '2026-11-20T15:00:00.000Z', meio: 'pix' },
  ...{ bandeira: null, ultimos_digitos: null, id_externo: null, motivo_estorno: null, devolvido_em: null },
  pode_estornar: false,
};
const CARD: AdminPayment = { ...PIX, id: 'g2', usuario_nome: 'Bia', meio: 'cartao', parcelas: 3 };

it('a payment by card says in how many parts it was paid, one by Pix does not', async () => {
  new FakeServer({
    'auth.me': () => ({ ...USER, is_admin: true }),
    'admin.stats': () => ({
      ...{ total_usuarios: 2, total_payments: 2, receita_total: 760 },
      planos_distribuicao: { basico: 0, intermediario: 0, top: 2 },
    }),
    'admin.payments': () => listOf(PIX, CARD),
  });
  openApp('/admin?aba=pagamentos');
  const rowOf = async (name: string) => (await see(name)).closest('li')?.textContent;
  expect(await rowOf('Bia')).toMatch(/R\$\s380,00 3x/);
  expect(await rowOf('Ana')).not.toMatch(/\dx/);
});
