import { teamMembers } from '@esteira/db/schema/accounts/team';
import { users } from '@esteira/db/schema/accounts/users';
import { newId } from '@esteira/db/schema/columns';
import { firstAccounts, marketplaceAccounts } from '@esteira/db/schema/platform/marketplace-accounts';
import { listings } from '@esteira/db/schema/products/listings';
import { products } from '@esteira/db/schema/products/products';
import type { TeamRole } from '@esteira/domain/accounts/team-roles';
import type { Marketplace } from '@esteira/domain/marketplaces';
import { publishedFlag } from '@esteira/domain/products/channels';
import { and, eq } from 'drizzle-orm';
import type { Actor } from '../core/actor';
import { openSession } from '../core/security/sessions';
import type { TestServer } from './server';

let counter = 0;

/** A text that no other maker returned in this process. */
export function unique(prefix: string): string {
  counter += 1;
  return `${prefix}-${process.pid}-${counter}`;
}

export interface TestUser {
  id: string;
  email: string;
  token: string;
}

/** A seller who acts for themselves. */
export const toActor = ({ id }: TestUser): Actor => ({ usuarioId: id, atorId: id });

/** A logged-in user, inserted directly: tests of other features need no password hashing. */
export async function makeUser(
  server: TestServer,
  fields: Partial<typeof users.$inferInsert> = {},
): Promise<TestUser> {
  const id = newId();
  const email = `${unique('seller')}@exemplo.com.br`;
  await server.db.insert(users).values({ id, nome: 'Vendedora Teste', email, senha_hash: 'none', ...fields });
  await server.db.insert(marketplaceAccounts).values(firstAccounts(id));
  return { id, email: fields.email ?? email, token: await makeSession(server, id) };
}

/** A logged-in person of the seller's team. */
export async function makeMember(server: TestServer, seller: TestUser, papel: TeamRole): Promise<TestUser> {
  const person = await makeUser(server, { nome: 'Pessoa da Equipe' });
  const entrou_em = new Date().toISOString();
  await server.db
    .insert(teamMembers)
    .values({ usuario_id: seller.id, pessoa_id: person.id, papel, entrou_em });
  return person;
}

/** Signs the user in once more; answers the token. */
export function makeSession(server: TestServer, usuarioId: string): Promise<string> {
  return openSession(server.deps, usuarioId, { ip: '127.0.0.1', userAgent: 'Teste' });
}

export async function makeSupplier(server: TestServer, user: TestUser, fields: object = {}) {
  const { body } = await server.call('POST', '/api/fornecedores', {
    token: user.token,
    body: { nome: unique('Fornecedor'), ...fields },
  });
  return body as { id: string; nome: string };
}

/** A product of its own supplier, through the API: price 59.90, cost 25.00, stock 100 unless told. */
export async function makeProduct(server: TestServer, user: TestUser, fields: Record<string, unknown> = {}) {
  const fornecedor_id = fields['fornecedor_id'] ?? (await makeSupplier(server, user)).id;
  const { body } = await server.call('POST', '/api/produtos', {
    token: user.token,
    body: {
      nome: unique('Produto'),
      preco_fornecedor: 25,
      preco_venda_ml: 59.9,
      preco_venda_amazon: 64.9,
      estoque: 100,
      ...fields,
      fornecedor_id,
    },
  });
  return body as { id: string; nome: string; estoque: number; fornecedor_id: string };
}

/** Makes the product one that is for sale on the real marketplace; answers its `id_externo`. */
export async function listForReal(
  { db }: TestServer,
  user: TestUser,
  { id, marketplace, ...fields }: { id: string; marketplace: Marketplace; status?: 'publicado' | 'pausado' },
): Promise<string> {
  const id_externo = `${marketplace}-${id}`;
  const key = { usuario_id: user.id, produto_id: id, marketplace };
  await db.insert(listings).values({ ...key, id_externo, status: 'publicado', modo: 'real', ...fields });
  await db
    .update(products)
    .set(publishedFlag(marketplace, true))
    .where(and(eq(products.usuario_id, user.id), eq(products.id, id)));
  return id_externo;
}
