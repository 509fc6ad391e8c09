import { expect, it } from 'vitest';
import type { AdapterErrorKind } from '../src/adapter-error';
import type {
  AdapterContext,
  LabelRequest,
  ListingProduct,
  ListingRef,
  MarketplaceAdapter,
} from '../src/port';

/** One seller's account on a marketplace (simulated, or a fake server), and the means to steer it. */
export type MarketplaceHarness = {
  adapter: MarketplaceAdapter;
  ctx: AdapterContext;
  /** Another seller of the same marketplace. */
  otherCtx: AdapterContext;
  /** What `publish` ordinarily answers. */
  publishes: 'live' | 'processing';
  /** A product that the marketplace takes; a new one on each call. */
  product(): ListingProduct;
  /** A product that it refuses at once. */
  refusedProduct(): ListingProduct;
  /** A product that it would take, but for a listing with its SKU that was made elsewhere. */
  productOfTakenSku(): ListingProduct;
  /** Lets an accepted publication finish there. */
  finishProcessing(): Promise<void>;
  /** Lets a buyer pay for two units of the product; answers the order as this side would hold it. */
  placeOrder(produto: ListingProduct): Promise<LabelRequest>;
  /** The same, but the label is not ready yet. */
  placeOrderWithoutLabel(): Promise<LabelRequest>;
  /** Lets the marketplace tell what it takes of the order; answers the sum in cents, 0 where it takes nothing. */
  postCharges(pedido: LabelRequest): Promise<number>;
  /** What the marketplace would take of one unit of the product for this account, in cents; null: it tells nothing. */
  expectedFees(produto: ListingProduct): number | null;
  /** The failures it can provoke, and a product whose publication meets one of them. */
  failures: readonly AdapterErrorKind[];
  productThatFails(kind: AdapterErrorKind): ListingProduct;
};

/** The harness of the test that runs. */
export type Get = () => MarketplaceHarness;

/** What every adapter keeps of listings that are the product's, and of those that are not. */
export function defineOwnership(get: Get): void {
  it('keeps one listing when the same product is published again, with its new values', async () => {
    const { ctx, adapter, product } = get();
    const produto = product();
    const first = await published(get(), produto);
    const { id_externo } = first;
    const again = await published(get(), { ...produto, id_externo, estoque: 3, preco_centavos: 12_345 });
    expect(again.id_externo).toBe(first.id_externo);
    const state = await adapter.getListing(ctx, first);
    expect(state).toMatchObject({ status: 'live', estoque: 3, preco_centavos: 12_345 });
  });

  it('keeps one listing when the SKU of its product changed', async () => {
    const produto = get().product();
    const { id_externo } = await published(get(), produto);
    const renamed = await published(get(), { ...produto, sku: 'OUTRO-SKU-1', id_externo });
    expect(renamed.id_externo).toBe(id_externo);
  });

  it('gives different products different listings', async () => {
    const first = await published(get());
    const second = await published(get());
    expect(second.id_externo).not.toBe(first.id_externo);
  });

  it('takes the listing of a publication that was never answered for its own', async () => {
    const produto = get().product();
    const { id_externo } = await published(get(), produto);
    const again = await published(get(), { ...produto, tentado_em: new Date(0) });
    expect(again.id_externo).toBe(id_externo);
  });

  it('does not take a listing that was made elsewhere for its own', async () => {
    const { adapter, ctx, productOfTakenSku } = get();
    const result = await adapter.publish(ctx, productOfTakenSku());
    expect(result).toEqual({ status: 'already_exists', id_externo: expect.any(String) });
  });
}

/** Publishes a product, of its own unless told, until it is on sale. */
export async function published(
  harness: MarketplaceHarness,
  produto = harness.product(),
): Promise<ListingRef> {
  const result = await harness.adapter.publish(harness.ctx, produto);
  await harness.finishProcessing();
  return refOf(produto, result);
}

/** The listing that a publication made. @throws where it made none. */
export function refOf(
  produto: ListingProduct,
  result: Awaited<ReturnType<MarketplaceAdapter['publish']>>,
): ListingRef {
  if (result.status === 'rejected' || result.status === 'already_exists')
    throw new Error(`refused: ${JSON.stringify(result)}`);
  return { id_externo: result.id_externo, sku: produto.sku, nome: produto.nome };
}
