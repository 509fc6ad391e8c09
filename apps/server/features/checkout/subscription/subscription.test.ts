import type { payments } from '@esteira/db/schema/billing/payments';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readPdfRuns } from '../../../testing/files/pdf-text';
import { makeUser, type TestUser, unique } from '../../../testing/makers';
import { createTestServer, type TestServer } from '../../../testing/server';
import { renderReceipt } from './receipt-pdf';

let server: TestServer;
let user: TestUser;

beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  user = await makeUser(server);
});

const card = {
  plano: 'basico',
  nome_cartao: 'Ana Souza',
  numero_cartao: '4111 1111 1111 1111',
  validade: '12/39',
  cvv: '123',
  parcelas: 3,
};
const pay = (fields: object = {}) =>
  server.call('POST', '/api/checkout', { token: user.token, body: { ...card, ...fields } });
const query = async (procedure: string) =>
  (await server.call('GET', `/trpc/subscription.${procedure}?input={}`, { token: user.token })).body.result
    .data;
const receipt = (id: string, token = user.token) =>
  server.call('GET', `/api/assinatura/pagamentos/${id}/recibo.pdf`, { token });

describe('the page of the subscription', () => {
  it('tells plan, expiry and the own payments, newest first', async () => {
    expect(await query('get')).toEqual({ plano: null, data_expiracao: null, ativa: false, renovacao: null });
    await pay();
    await pay({ numero_cartao: '4000 0000 0000 0002' });
    await makeUser(server);
    expect(await query('get')).toMatchObject({ plano: 'basico', ativa: true });
    expect((await query('payments')).itens).toMatchObject([
      { status: 'recusado', tem_recibo: false, ultimos_digitos: '0002' },
      { status: 'aprovado', tem_recibo: true, meio: 'cartao', valor: 119, parcelas: 3, bandeira: 'Visa' },
    ]);
  });

  it('has a receipt for what was paid, for its payer alone', async () => {
    await pay();
    await pay({ numero_cartao: '4000 0000 0000 0002' });
    const [refused, paid] = (await query('payments')).itens;
    const answer = await receipt(paid.id);
    expect([answer.status, answer.text.slice(0, 5)]).toEqual([200, '%PDF-']);
    expect((await receipt(refused.id)).status).toBe(404);
    expect((await receipt(paid.id, (await makeUser(server)).token)).status).toBe(404);
    expect((await receipt('x')).status).toBe(404);
    expect((await server.call('GET', `/api/assinatura/pagamentos/${paid.id}/recibo.pdf`)).status).toBe(401);
  });
});

async function shown(fields: Partial<typeof payments.$inferSelect> = {}) {
  const payment = {
    id: '019a0000-0000-7000-8000-000000000001',
    status: 'aprovado' as const,
    meio: 'cartao' as const,
    plano: 'basico' as const,
    valor: 119,
    parcelas: 3,
    bandeira: 'Visa',
    ultimos_digitos: '1111',
    id_externo: 'ORD1',
    data_pagamento: '2027-01-31T15:00:00.000Z',
    valido_ate: '2027-02-28T15:00:00.000Z',
    devolvido_em: null,
    ...fields,
  };
  const payer = { nome: 'José da Conceição', email: `${unique('jose')}@exemplo.com.br` };
  const pdf = await renderReceipt({ payment, payer, now: new Date('2027-03-01T12:00:00Z'), compress: false });
  return readPdfRuns(pdf).join('\n').replaceAll('\u00a0', ' ');
}

describe('a receipt', () => {
  it('shows who paid what, how and until when; instalments as they are charged', async () => {
    const text = await shown();
    for (const part of [
      'José da Conceição',
      'Plano Basico, 1 mes',
      'R$ 119,00',
      'Cartão Visa final 1111, 2x de R$ 39,67 + 1x de R$ 39,66',
      '31/01/2027',
      '28/02/2027',
      'Este recibo não substitui a nota fiscal.',
    ]) {
      expect(text).toContain(part);
    }
    expect(text).not.toContain('simulado');
  });

  it('says of a Pix that it was one, of a refund that the money went back, and of a simulation that nothing was charged', async () => {
    expect(await shown({ meio: 'pix', bandeira: null, ultimos_digitos: null })).toContain('Pix');
    const refunded = await shown({ status: 'estornado', devolvido_em: '2027-02-03T15:00:00.000Z' });
    expect(refunded).toContain('O valor deste pagamento foi devolvido.');
    expect(refunded).toContain('03/02/2027');
    expect(await shown({ id_externo: 'sim-aprovado-1' })).toContain('Pagamento simulado: nada foi cobrado.');
  });
});
