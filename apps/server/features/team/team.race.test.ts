import { teamInvitations, teamMembers } from '@esteira/db/schema/accounts/team';
import { newId } from '@esteira/db/schema/columns';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { toSummary } from '../../core/security/account-links';
import { makeMember, makeProduct, makeUser, type TestUser } from '../../testing/makers';
import { createTestServer, type TestServer } from '../../testing/server';

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

/** An invitation of the seller for this address; answers the secret in its link. */
async function makeInvitation({ id: usuario_id }: TestUser, email: string): Promise<string> {
  const token = newId();
  const [criado_em, expira_em] = [new Date().toISOString(), new Date(Date.now() + 86_400_000).toISOString()];
  const invitation = { usuario_id, email, papel: 'operador' as const, resumo: toSummary(token) };
  await server.db.insert(teamInvitations).values({ ...invitation, criado_em, expira_em });
  return token;
}

async function join({ token }: TestUser, invitation: string): Promise<number> {
  return (await server.call('POST', '/trpc/team.join', { token, body: { token: invitation } })).status;
}

const listOpenTeams = () => server.db.select().from(teamMembers);

it('an invitation that is used at the same time by several lets one account in', async () => {
  for (let round = 0; round < 5; round += 1) {
    const seller = await makeUser(server);
    const email = `${newId()}@exemplo.com.br`;
    const token = await makeInvitation(seller, email);
    const body = { token, nome: 'Bia', senha: 'uma senha boa' };
    const answers = await Promise.all(
      [1, 2, 3].map(() => server.call('POST', '/trpc/team.accept', { body })),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses[0]).toBe(200);
    expect(statuses.slice(1).every((status) => status === 409 || status === 422)).toBe(true);
    const people = (await listOpenTeams()).filter(({ usuario_id }) => usuario_id === seller.id);
    expect(people).toHaveLength(1);
  }
});

it('a person whom two teams invite enters one, and two sellers who invite each other do not swap shops', async () => {
  for (let round = 0; round < 5; round += 1) {
    const [one, other, person] = [await makeUser(server), await makeUser(server), await makeUser(server)];
    const both = [await makeInvitation(one, person.email), await makeInvitation(other, person.email)];
    const entered = await Promise.all(both.map((token) => join(person, token)));
    expect(entered.sort()).toEqual([200, 409]);
    const [a, b] = [await makeUser(server), await makeUser(server)];
    const [forA, forB] = [await makeInvitation(b, a.email), await makeInvitation(a, b.email)];
    const swapped = await Promise.all([join(a, forA), join(b, forB)]);
    expect(swapped.filter((status) => status === 200).length).toBeLessThanOrEqual(1);
    expect(swapped).not.toContain(500);
  }
});

it('a person who is removed while they act writes nothing after the removal was answered', async () => {
  const seller = await makeUser(server);
  const product = await makeProduct(server, seller);
  const person = await makeMember(server, seller, 'operador');
  const edit = (estoque: number) =>
    server.call('PUT', `/api/produtos/${product.id}`, {
      token: person.token,
      body: { ...product, preco_fornecedor: 25, preco_venda_ml: 59.9, estoque },
    });
  const acts = Array.from({ length: 8 }, (_, n) => edit(n));
  const removal = server.call('POST', '/trpc/team.remove', { token: seller.token, body: { id: person.id } });
  const [removed, ...edits] = await Promise.all([removal, ...acts]);
  expect(removed?.status).toBe(200);
  expect(edits.every(({ status }) => status === 200 || status === 401)).toBe(true);
  expect((await edit(99)).status).toBe(401);
  const [row] = await server.db
    .select({ saiu_em: teamMembers.saiu_em })
    .from(teamMembers)
    .where(eq(teamMembers.pessoa_id, person.id));
  expect(row?.saiu_em).not.toBeNull();
});
