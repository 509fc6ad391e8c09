import { randomUUID } from 'node:crypto';
import { post, read } from '../kill/caller';

/** What became of one call: an acknowledged sale has its order's id. */
export interface Sale {
  /** Since the selling began, when it was asked for and when it was answered. */
  askedMs: number;
  endedMs: number;
  status: number;
  pedidoId: string | null;
}

export interface Shop {
  token: string;
  produtoId: string;
}

const BUYERS = 16;
const BETWEEN_MS = 20;

/** Registers a seller with one published product that never runs out. */
export async function openShop(url: string): Promise<Shop> {
  const call = async (path: string, token: string | undefined, body: object) => {
    const { status, data } = await post(url, `api/${path}`, { token, body });
    if (status >= 300) throw new Error(`${path} answered ${status}: ${JSON.stringify(data)}`);
    return data;
  };
  const email = `vendedora-${randomUUID()}@esteira.test`;
  const session = await call('auth/registrar', undefined, { nome: 'Vera', email, senha: 'uma senha longa' });
  const token = String(read(session, 'access_token'));
  const supplier = await call('fornecedores', token, { nome: 'Atacado' });
  const prices = { preco_fornecedor: 10, preco_venda_ml: 30, estoque: 900_000 };
  const product = await call('produtos', token, {
    fornecedor_id: read(supplier, 'id'),
    nome: 'Caneca',
    ...prices,
  });
  const produtoId = String(read(product, 'id'));
  await call(`mercadolivre/publicar/${produtoId}`, token, {});
  return { token, produtoId };
}

/**
 * Sells on all servers until told to stop. Each buyer asks the servers in turn, as a balancer would that notices
 * nothing; nobody asks again for what failed.
 */
export function startSelling(urls: readonly string[], { token, produtoId }: Shop, betweenMs = BETWEEN_MS) {
  const startedAt = performance.now();
  const sales: Sale[] = [];
  let isOver = false;
  const now = () => performance.now() - startedAt;

  async function buy(url: string): Promise<void> {
    const askedMs = now();
    const { status, data } = await post(url, `api/mercadolivre/simular-venda/${produtoId}`, { token });
    const id = read(data, 'pedido');
    const pedidoId = status === 200 && typeof id === 'string' ? id : null;
    sales.push({ askedMs, endedMs: now(), status, pedidoId });
  }

  const buyers = Array.from({ length: BUYERS }, async (_, buyer) => {
    for (let turn = buyer; !isOver; turn += 1) {
      await buy(urls[turn % urls.length] ?? '');
      await new Promise((next) => setTimeout(next, betweenMs));
    }
  });
  return {
    now,
    stop: async (): Promise<readonly Sale[]> => {
      isOver = true;
      await Promise.all(buyers);
      return sales;
    },
  };
}
