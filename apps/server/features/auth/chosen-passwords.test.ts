import { randomBytes } from 'node:crypto';
import { accountLinks } from '@esteira/db/schema/accounts/account-links';
import { teamInvitations } from '@esteira/db/schema/accounts/team';
import { newId } from '@esteira/db/schema/columns';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { toSummary } from '../../core/security/account-links';
import { hashPassword } from '../../core/security/passwords';
import { makeUser, type TestUser, unique } from '../../testing/makers';
import { createTestServer, type TestServer } from '../../testing/server';

const OLD = 'senha antiga e boa';
const GOOD = 'meu cachorro come pizza';

let server: TestServer;
let user: TestUser;

beforeAll(async () => {
  server = await createTestServer({ deps: { enforcePolicies: true } });
  user = await makeUser(server, { senha_hash: await hashPassword(OLD) });
});
afterAll(() => server.close());

const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString();

async function makeResetToken(): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await server.db.insert(accountLinks).values({
    usuario_id: user.id,
    id: newId(),
    tipo: 'redefinir_senha',
    resumo: toSummary(token),
    expira_em: tomorrow(),
  });
  return token;
}

async function makeInvitationToken(): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await server.db.insert(teamInvitations).values({
    usuario_id: user.id,
    id: newId(),
    email: `${unique('convidada')}@exemplo.com.br`,
    papel: 'leitura',
    resumo: toSummary(token),
    criado_em: new Date().toISOString(),
    expira_em: tomorrow(),
  });
  return token;
}

type Choose = (senha: string) => Promise<{ status: number; body: unknown }>;

const ENTRANCES: [string, () => Promise<Choose>][] = [
  [
    'registration',
    async () => (senha) =>
      server.call('POST', '/api/auth/registrar', {
        body: { nome: 'Ana', email: `${unique('ana')}@exemplo.com.br`, senha },
      }),
  ],
  [
    'an invitation',
    async () => {
      const token = await makeInvitationToken();
      return (senha) => server.call('POST', '/trpc/team.accept', { body: { token, nome: 'Bia', senha } });
    },
  ],
  [
    'a reset',
    async () => {
      const token = await makeResetToken();
      return (senha) => server.call('POST', '/api/auth/redefinir-senha', { body: { token, senha } });
    },
  ],
];

it.each(ENTRANCES)('%s refuses a weak password at its field, and then takes a good one', async (_, open) => {
  const choose = await open();
  for (const [weak, sentence] of [
    ['12345678', 'Crie uma senha com pelo menos 12 caracteres'],
    ['flamengo2025', 'Esta senha é muito comum. Escolha outra.'],
    ['mercadolivre2026!', 'A senha não pode se basear no seu nome, no seu e-mail ou na Esteira.'],
  ] as const) {
    const answer = await choose(weak);
    expect(answer.status).toBe(422);
    expect(JSON.stringify(answer.body)).toContain(
      JSON.stringify([{ campo: 'senha', mensagem: sentence }]).slice(1, -1),
    );
  }
  expect([200, 201, 204]).toContain((await choose(GOOD)).status);
});

it('changing refuses a weak password, and the present one', async () => {
  const person = await makeUser(server, { senha_hash: await hashPassword(OLD) });
  const change = (senha: string) =>
    server.call('PUT', '/api/conta/senha', { token: person.token, body: { senha_atual: OLD, senha } });
  expect((await change('flamengo2025')).body).toEqual({
    detail: 'Esta senha é muito comum. Escolha outra.',
    erros: [{ campo: 'senha', mensagem: 'Esta senha é muito comum. Escolha outra.' }],
  });
  expect((await change(OLD)).body.detail).toBe('A senha nova é igual à atual.');
  expect((await change(GOOD)).status).toBe(204);
});
