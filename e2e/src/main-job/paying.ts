import type { Seller } from './catalogue';
import { type Client, same } from './client';

const MONTHS = 6;

/** A plan bought with the test cards: approved once however often it is sent, and refused. */
export async function buyPlan(client: Client, { token }: Seller): Promise<void> {
  const card = {
    plano: 'intermediario',
    nome_cartao: 'MARIA DA SILVA',
    numero_cartao: '4111 1111 1111 1111',
    validade: '12/39',
    cvv: '123',
    parcelas: 3,
  };
  const refused = { token, body: { ...card, numero_cartao: '4000 0000 0000 0002' } };
  await client.refused('POST /checkout', [402, 'Pagamento recusado pela operadora do cartão'], refused);
  same((await me(client, token)).plano, null, 'plan after a refusal');

  const headers = { 'idempotency-key': `main-job-${Date.now()}` };
  const paid = await client.expect(201, 'POST /checkout', { token, headers, body: card });
  const { plano, data_expiracao } = await me(client, token);
  same(plano, 'intermediario', 'plan after the payment');
  same(day(data_expiracao), inMonths(new Date(), MONTHS), 'expiry');
  const sentence = `Pagamento aprovado! Plano Intermediario ativo até ${day(data_expiracao)}.`;
  same(paid.body, { message: sentence }, 'answer of the payment');

  const again = await client.expect(201, 'POST /checkout', { token, headers, body: card });
  same(again.body, paid.body, 'answer of the same payment sent again');
  same((await me(client, token)).data_expiracao, data_expiracao, 'expiry after the same payment again');
  await client.expect(409, 'POST /checkout', { token, headers, body: { ...card, plano: 'top' } });

  await client.refused('POST /checkout', [422, 'Plano desconhecido'], {
    token,
    body: { ...card, plano: 'ouro' },
  });
  const invalid = { token, body: { ...card, numero_cartao: '4111 1111 1111 1112' } };
  await client.refused('POST /checkout', [422, 'Número do cartão inválido'], invalid);
}

async function me(client: Client, token: string) {
  return (await client.expect(200, 'GET /auth/me', { token })).body;
}

const SAO_PAULO = new Intl.DateTimeFormat('pt-BR', { timeZone: 'America/Sao_Paulo', dateStyle: 'short' });

function day(iso: string): string {
  const [date, month, year] = SAO_PAULO.format(new Date(iso)).split('/');
  return `${date}/${month}/${year}`;
}

/** The same day of a later month in São Paulo, or that month's last day. */
function inMonths(from: Date, months: number): string {
  const [date = 0, month = 0, year = 0] = SAO_PAULO.format(from).split('/').map(Number);
  const last = new Date(Date.UTC(year, month - 1 + months + 1, 0));
  last.setUTCDate(Math.min(date, last.getUTCDate()));
  return last.toISOString().slice(0, 10).split('-').reverse().join('/');
}
