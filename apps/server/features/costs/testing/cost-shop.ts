import { ML_HOME } from '@esteira/domain/testing/profit-sale';
import type { OrderCosts } from '@esteira/validators/costs/order-costs';
import { expect } from 'vitest';
import { makeProduct, makeSupplier, makeUser, type TestUser } from '../../../testing/makers';
import type { TestServer } from '../../../testing/server';

/** A seller who said what sales cost, with home goods for R$ 79,00 from a supplier for R$ 30,00. */
export interface CostShop {
  user: TestUser;
  produtoId: string;
  call: <Body = unknown>(method: string, path: string, body?: object) => Promise<Body>;
  /** Sells one unit on Mercado Livre; answers the order's id. */
  sell: () => Promise<string>;
  costsOf: (pedidoId: string) => Promise<OrderCosts>;
}

export async function makeCostShop(server: TestServer, settings: object = {}): Promise<CostShop> {
  const user = await makeUser(server);
  const call: CostShop['call'] = async (method, path, body) => {
    const answer = await server.call(method, path, { token: user.token, ...(body && { body }) });
    expect(answer.status, answer.text).toBeLessThan(300);
    return answer.body.result?.data ?? answer.body;
  };
  await call('PUT', '/api/custos', {
    ...{ regime: 'simples', receita_12_meses: 180_000, embalagem: 1.5 },
    ...{ reputacao_ml: 'green', logistica_ml: 'xd_drop_off', categoria_ml: ML_HOME },
    ...settings,
  });
  const { id: fornecedor_id } = await makeSupplier(server, user);
  const { id: produtoId } = await makeProduct(server, user, {
    ...{ fornecedor_id, preco_fornecedor: 30, preco_venda_ml: 79, estoque: 50, custos: { peso_g: 800 } },
  });
  await call('POST', `/api/mercadolivre/publicar/${produtoId}`);
  const sale = { id: produtoId, marketplace: 'mercadolivre', quantidade: 1 };
  return {
    ...{ user, produtoId, call },
    sell: async () => (await call<{ pedido: string }>('POST', '/trpc/publication.simulateSale', sale)).pedido,
    costsOf: (pedidoId) => call('GET', `/api/pedidos/${pedidoId}/custos`),
  };
}
