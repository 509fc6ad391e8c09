import { PASSWORD, sellerEmail } from '../harness/login';
import type { Server } from '../harness/processes';
import { post } from '../peak/ask';

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
  const made = await post(api, '/api/auth/registrar', { seller: { token: '' }, body: account });
  const { usuario, access_token: token } = made as { usuario: { id: string }; access_token: string };
  const create = async (path: string, body: object) =>
    ((await post(api, path, { seller: { token }, body })) as { id: string }).id;
  const supplierId = await create('/api/fornecedores', { nome: 'Fornecedora Central' });
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
    const id = await create('/api/produtos', product);
    await post(api, `/api/mercadolivre/publicar/${id}`, { seller: { token } });
    sold.push(id);
  }
  return { id: usuario.id, token, supplierId, sold };
}
