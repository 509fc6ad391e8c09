import { MARKETPLACES, type Marketplace } from '@esteira/domain/marketplaces';
import { describeMarketplace } from '../../testing/conformance';
import type { MarketplaceHarness } from '../../testing/listing-conformance';
import { sampleProduct } from '../../testing/sample-product';
import { ADAPTER_ERROR_KINDS, type AdapterErrorKind } from '../adapter-error';
import type { LabelRequest, ListingProduct } from '../port';
import { createSimulatedAdapter } from './adapter';
import { createSimulatedMemory } from './memory';
import { ERROR_SENTINELS } from './sentinels';

for (const kind of MARKETPLACES) {
  describeMarketplace(`simulated ${kind}`, async () => makeHarness(kind));
}

function makeHarness(kind: Marketplace): MarketplaceHarness {
  const now = new Date('2026-11-21T15:00:00Z');
  const adapter = createSimulatedAdapter(kind, { clock: () => now, memory: createSimulatedMemory() });
  const ctx = { usuarioId: 'ana', contaId: 1 };
  let products = 0;
  const product = (): ListingProduct => {
    products += 1;
    return makeProduct(products);
  };
  const placeOrder = async (produto: ListingProduct): Promise<LabelRequest> => {
    const sale = adapter.simulateSale(ctx, { produto, quantidade: 2, now });
    return makeLabelRequest(produto, sale);
  };
  return {
    adapter,
    ctx,
    publishes: 'live',
    otherCtx: { usuarioId: 'bia', contaId: 1 },
    product,
    productOfTakenSku: () => ({ ...product(), sku: 'SIM-JA-EXISTE' }),
    refusedProduct: () => ({ ...product(), sku: 'SIM-RECUSAR-1' }),
    finishProcessing: async () => undefined,
    placeOrder,
    placeOrderWithoutLabel: () => placeOrder({ ...product(), sku: 'SIM-ETIQUETA-PENDENTE-1' }),
    postCharges: async () => 0,
    expectedFees: () => null,
    failures: ADAPTER_ERROR_KINDS,
    productThatFails: (failure) => ({ ...product(), sku: `${getSentinel(failure)}-1` }),
  };
}

const makeProduct = (number: number) =>
  sampleProduct({ id: `produto-${number}`, nome: `Fone de ouvido ${number}`, sku: `FONE-${number}` });

type Sale = { ml_order_id: string; cliente_nome: string; cliente_endereco: string; criado_em: Date };

function makeLabelRequest(produto: ListingProduct, sale: Sale): LabelRequest {
  const { ml_order_id, cliente_nome, cliente_endereco, criado_em } = sale;
  return {
    ml_order_id,
    sku: produto.sku,
    produto_nome: produto.nome,
    quantidade: 2,
    cliente_nome,
    cliente_endereco,
    remetente_nome: 'Distribuidora Brás',
    remetente_detalhe: null,
    criado_em,
  };
}

function getSentinel(kind: AdapterErrorKind): string {
  const found = Object.entries(ERROR_SENTINELS).find(([, [failure]]) => failure === kind);
  if (!found) throw new Error(`no sentinel for ${kind}`);
  return found[0];
}
