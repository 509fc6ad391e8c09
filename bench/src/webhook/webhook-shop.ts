import { CONSENT_COOKIE } from '@esteira/domain/accounts/consent';
import type { FakeMercadoLivre } from '@esteira/marketplaces/testing/mercado-livre/server';
import type { Server } from '../harness/processes';

/** A seller of ours whose account is connected, with one listing that sells. */
export interface Shop {
  vendedor_id: string;
  anuncio: string;
}

const WAIT_MS = 30_000;

/** Opens a shop as a person would: an account, the consent, a supplier, a product, and its publication. */
export async function openShop(api: Server, fake: FakeMercadoLivre): Promise<Shop> {
  const vendedor_id = fake.registerSeller({ modelo: 'user_product' });
  const account = { nome: 'Loja', email: `loja-${Date.now()}@bench.example`, senha: 'senha-do-bench' };
  const { access_token } = await post<{ access_token: string }>(api, 'api/auth/registrar', { body: account });
  const call = { token: access_token };
  const { result } = await post<Begun>(api, 'trpc/integrations.connect', {
    ...call,
    body: { marketplace: 'mercadolivre' },
  });
  await consent(api, fake, { vendedor_id, ...result.data });
  const supplier = await post<{ id: string }>(api, 'api/fornecedores', {
    ...call,
    body: { nome: 'Atacado' },
  });
  const product = await post<{ id: string }>(api, 'api/produtos', {
    ...call,
    body: makeProduct(supplier.id),
  });
  await post(api, `api/mercadolivre/publicar/${product.id}`, call);
  const item = await until(() => fake.items(vendedor_id).find(({ status }) => status === 'active'));
  return { vendedor_id, anuncio: item.id };
}

interface Begun {
  result: { data: { url: string; estado: string } };
}

async function consent(
  api: Server,
  fake: FakeMercadoLivre,
  { vendedor_id, url, estado }: { vendedor_id: string; url: string; estado: string },
): Promise<void> {
  const { pathname, search } = new URL(fake.consent(url, vendedor_id));
  const answer = await fetch(`${api.url}${pathname}${search}`, {
    headers: { cookie: `${CONSENT_COOKIE}=${estado}` },
    redirect: 'manual',
  });
  const location = answer.headers.get('location') ?? '';
  if (!location.includes('conexao=ok')) throw new Error(`The account was not connected: ${location}`);
}

const makeProduct = (fornecedor_id: string) => ({
  fornecedor_id,
  nome: 'Fone de ouvido JBL Tune 510',
  sku: 'FONE-510',
  preco_fornecedor: 90,
  preco_venda_ml: 189.9,
  estoque: 1_000_000,
  imagem_url: 'https://cdn.example/fone.jpg',
  ficha: { marca: 'JBL', modelo: 'Tune 510' },
});

async function post<T>(
  api: Server,
  path: string,
  { token, body }: { token?: string; body?: object },
): Promise<T> {
  const answer = await fetch(`${api.url}/${path}`, {
    method: 'POST',
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as T;
}

async function until<T>(look: () => T | undefined): Promise<T> {
  const deadline = Date.now() + WAIT_MS;
  while (Date.now() < deadline) {
    const found = look();
    if (found !== undefined) return found;
    await new Promise((next) => setTimeout(next, 50));
  }
  throw new Error('The product did not come up for sale.');
}
