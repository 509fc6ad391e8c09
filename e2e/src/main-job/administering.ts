import type { Seller } from './catalogue';
import { type Body, type Client, matches, same } from './client';

const GONE = 'Usuário desativado. Fale com o suporte.';

export interface Admin {
  email: string;
  senha: string;
}

export interface Office {
  token: string;
  id: string;
  /** The platform's figures before the seller came. */
  before: Body;
}

export async function enterOffice(client: Client, admin: Admin): Promise<Office> {
  const { body } = await client.expect(200, 'POST /auth/login', { body: admin });
  same(body.usuario.is_admin, true, 'is_admin of the bootstrapped administrator');
  const token: string = body.access_token;
  const before = (await client.expect(200, 'GET /admin/stats', { token })).body;
  return { token, id: body.usuario.id, before };
}

/** What the seller's stay changed in the platform's figures and lists. */
export async function readPlatform(client: Client, office: Office, seller: Seller): Promise<void> {
  const { token, before } = office;
  for (const list of ['/admin/stats', '/admin/usuarios', '/admin/payments']) {
    await client.refused(`GET ${list}`, [403, 'Acesso negado'], { token: seller.token });
  }
  const stats = (await client.expect(200, 'GET /admin/stats', { token })).body;
  same(
    stats,
    {
      total_usuarios: before.total_usuarios + 1,
      total_payments: before.total_payments + 2,
      receita_total: before.receita_total + 250,
      planos_distribuicao: {
        ...before.planos_distribuicao,
        intermediario: before.planos_distribuicao.intermediario + 1,
      },
    },
    'platform figures',
  );
  const [newest] = (await client.expect(200, 'GET /admin/usuarios', { token })).body;
  const { id, nome, email } = seller;
  const { data_expiracao, criado_em, ultimo_acesso, total_pedidos } = newest;
  const plan = { plano: 'intermediario', data_expiracao };
  const figures = { criado_em, ultimo_acesso, total_pedidos, duas_etapas: false };
  same(newest, { id, nome, email, ...plan, is_admin: false, ativo: true, ...figures }, 'newest user');
  same(total_pedidos > 0 && ultimo_acesso >= criado_em, true, 'orders and last access of the newest user');
  await readPayments(client, token, seller);
}

async function readPayments(client: Client, token: string, seller: Seller): Promise<void> {
  const payments = (await client.expect(200, 'GET /admin/payments', { token })).body;
  const mine = payments.filter(({ usuario_id }: Body) => usuario_id === seller.id);
  same(
    mine.map(({ status }: Body) => status),
    ['aprovado', 'recusado'],
    'payments of the seller',
  );
  const { id: paymentId, data_pagamento, id_externo } = mine[0];
  matches(id_externo, /^sim-aprovado-/, 'charge of a payment');
  same(
    mine[0],
    {
      id: paymentId,
      usuario_id: seller.id,
      usuario_nome: seller.nome,
      status: 'aprovado',
      plano: 'intermediario',
      valor: 250,
      parcelas: 3,
      data_pagamento,
      bandeira: 'Visa',
      ultimos_digitos: '1111',
      usuario_email: seller.email,
      meio: 'cartao',
      id_externo,
      motivo_estorno: null,
      devolvido_em: null,
      pode_estornar: true,
    },
    'approved payment',
  );
}

/** Deactivation throws the seller out at once, activation lets them in, promotion opens the panel. */
export async function manageUser(client: Client, office: Office, seller: Seller): Promise<void> {
  const { token } = office;
  const user = `PUT /admin/usuario/${seller.id}`;
  await client.refused(`${user}/tornar-admin`, [403, 'Acesso negado'], { token: seller.token });
  same(
    (await client.expect(200, `${user}/desativar`, { token })).body.ativo,
    false,
    'ativo after deactivation',
  );
  await client.expect(401, 'GET /produtos', { token: seller.token });
  const login = { body: { email: seller.email, senha: seller.senha } };
  await client.refused('POST /auth/login', [403, GONE], login);
  same((await client.expect(200, `${user}/ativar`, { token })).body.ativo, true, 'ativo after activation');
  await client.expect(200, 'GET /produtos', { token: seller.token });

  for (let time = 1; time <= 2; time += 1) {
    const promoted = (await client.expect(200, `${user}/tornar-admin`, { token })).body;
    same([promoted.id, promoted.is_admin], [seller.id, true], 'promotion, harmless twice');
  }
  await client.expect(200, 'GET /admin/stats', { token: seller.token });
  await client.expect(409, `PUT /admin/usuario/${office.id}/desativar`, { token });
  await client.refused('PUT /admin/usuario/ninguem/ativar', [404, 'Usuário não encontrado'], { token });
  // Leaves no second administrator behind who can still act.
  await client.expect(200, `${user}/desativar`, { token });
}
