import { teamInvitations } from '@esteira/db/schema/accounts/team';
import { payments } from '@esteira/db/schema/billing/payments';
import { newId } from '@esteira/db/schema/columns';
import { eq } from 'drizzle-orm';
import { makeMember, makeProduct, makeSupplier, makeUser, type TestUser, unique } from '../makers';
import type { TestServer } from '../server';

/** A seller with one row of everything that an address or a body can name; its texts hold `secret`. */
export interface AccessWorld {
  owner: TestUser;
  session: string;
  secret: string;
  supplier: string;
  unusedSupplier: string;
  product: string;
  sku: string;
  order: string;
  note: string;
  changeSet: string;
  payment: string;
  cardPayment: string;
  apiKey: string;
  member: string;
  invitation: string;
}

const CARD = {
  plano: 'basico',
  nome_cartao: 'ANA',
  numero_cartao: '4111111111111111',
  validade: '12/39',
  cvv: '123',
  parcelas: 1,
};

async function findPaymentId({ db }: TestServer, { id }: TestUser): Promise<string> {
  const [payment] = await db.select({ id: payments.id }).from(payments).where(eq(payments.usuario_id, id));
  return payment?.id ?? '';
}

/** An open invitation; nothing can be sent here. */
async function makeInvitation({ db }: TestServer, { id: usuario_id }: TestUser): Promise<string> {
  const id = newId();
  const [criado_em, expira_em] = [new Date().toISOString(), new Date(Date.now() + 86_400_000).toISOString()];
  const person = { email: `${id}@exemplo.com.br`, papel: 'leitura' as const, resumo: id };
  await db.insert(teamInvitations).values({ usuario_id, id, ...person, criado_em, expira_em });
  return id;
}

export async function makeAccessWorld(server: TestServer): Promise<AccessWorld> {
  const owner = await makeUser(server);
  const secret = unique('Segredo');
  const write = async (path: string, body: object) => {
    const answer = await server.call('POST', `/trpc/${path}`, { token: owner.token, body });
    if (answer.status !== 200) throw new Error(`${path}: ${answer.text}`);
    return answer.body.result.data;
  };
  await write('account.edit', { mudancas: { nome_loja: { antes: null, depois: secret } } });
  const supplier = await makeSupplier(server, owner, { nome: secret });
  const unused = await makeSupplier(server, owner, { nome: secret });
  const sku = unique('SKU');
  const product = await makeProduct(server, owner, { nome: secret, sku, fornecedor_id: supplier.id });
  await write('publication.publish', { id: product.id, marketplace: 'mercadolivre' });
  const sale = await write('publication.simulateSale', { id: product.id, marketplace: 'mercadolivre' });
  const note = await write('orders.addNote', { id: sale.pedido, texto: secret });
  const changeSet = crypto.randomUUID();
  await write('products.applyChange', {
    lote_id: changeSet,
    campo: 'preco_fornecedor',
    itens: [{ id: product.id, antes: 25, depois: 24 }],
  });
  await write('checkout.pay', CARD);
  const cardPayment = await findPaymentId(server, owner);
  const pix = await write('checkout.createPix', { plano: 'basico' });
  const sessions = await server.call('GET', '/api/conta/sessoes', { token: owner.token });
  const key = await write('apiKeys.create', { nome: secret, escopos: ['leitura'] });
  return {
    owner,
    session: sessions.body.itens[0].id,
    secret,
    supplier: supplier.id,
    unusedSupplier: unused.id,
    product: product.id,
    sku,
    order: sale.pedido,
    note: note.id,
    changeSet,
    payment: pix.id,
    cardPayment,
    apiKey: key.id,
    member: (await makeMember(server, owner, 'leitura')).id,
    invitation: await makeInvitation(server, owner),
  };
}
