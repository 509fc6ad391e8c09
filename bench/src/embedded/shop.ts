import { PASSWORD, sellerEmail } from '../harness/login';
import type { Server } from '../harness/processes';

const SOLD = 5;

/** A seller of the embedded database, registered through the API: the only writer. */
export interface Shop {
  id: string;
  token: string;
  supplierId: string;
  /** Published products that never run out of stock. */
  sold: string[];
}

/** Signs a seller up, with a supplier and a few products on Mercado Livre's simulation. */
export async function openShop(api: Server): Promise<Shop> {
  const account = { nome: 'Vendedora', email: sellerEmail('embutida'), senha: PASSWORD };
  const { usuario, access_token: token } = await send<{ usuario: { id: string }; access_token: string }>(
    api,
    { path: '/api/auth/registrar', body: account },
  );
  const { id: supplierId } = await send<{ id: string }>(api, {
    path: '/api/fornecedores',
    body: { nome: 'Fornecedora Central' },
    token,
  });
  const sold: string[] = [];
  for (let number = 1; number <= SOLD; number++) {
    const product = {
      fornecedor_id: supplierId,
      nome: `Caneca térmica ${number}`,
      sku: `caneca-${number}`,
      preco_fornecedor: 18.5,
      preco_venda_ml: 59.9,
      estoque: 1_000_000,
    };
    const { id } = await send<{ id: string }>(api, { path: '/api/produtos', body: product, token });
    await send(api, { path: `/api/mercadolivre/publicar/${id}`, token });
    sold.push(id);
  }
  return { id: usuario.id, token, supplierId, sold };
}

interface Sent {
  path: string;
  body?: object;
  token?: string;
}

async function send<T>({ url }: Server, { path, body, token }: Sent): Promise<T> {
  const answer = await fetch(url + path, {
    method: 'POST',
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as T;
}
