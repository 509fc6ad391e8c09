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

function open(...payments: AdminPayment[]) {
  new FakeServer({
    'auth.me': () => ({ ...USER, is_admin: true }),
    'admin.stats': () => ({
      ...{ total_usuarios: 2, total_payments: 2, receita_total: 760 },
      planos_distribuicao: { basico: 0, intermediario: 0, top: 2 },
    }),
    'admin.payments': () => listOf(...payments),
  });
  openApp('/admin?aba=pagamentos');
}

const rowOf = async (name: string) => (await see(name)).closest('li')?.textContent;

it('a payment by card says in how many parts it was paid, one by Pix does not', async () => {
  open(PIX, CARD);
  expect(await rowOf('Bia')).toMatch(/R\$\s380,00 3x/);
  expect(await rowOf('Ana')).not.toMatch(/\dx/);
});

it('a refund is told as asked for until the money went back, and then with its day', async () => {
  const motivo_estorno = 'Em dobro';
  open({ ...PIX, motivo_estorno }, { ...CARD, motivo_estorno, devolvido_em: '2026-11-21T15:00:00.000Z' });
  expect(await rowOf('Ana')).toContain('Estorno pedido: Em dobro');
  expect(await rowOf('Bia')).toContain('Estornado em 21/11/2026: Em dobro');
});
