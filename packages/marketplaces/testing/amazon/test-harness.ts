import { afterEach, expect } from 'vitest';
import { AdapterError } from '../../src/adapter-error';
import { createAmazonAdapter } from '../../src/amazon/adapter';
import { createAmazonConnector } from '../../src/amazon/auth';
import { type CallLimiter, unlimited } from '../../src/call-limiter';
import type { LabelRequest, ListingProduct, ListingRef, MarketplaceAdapter, OrderRef } from '../../src/port';
import { MemoryAccounts } from '../memory-accounts';
import { sampleProduct } from '../sample-product';
import { type ConnectedSeller, type FakeAmazon, type FakeAmazonOptions, startFakeAmazon } from './server';

/** What a connector needs to meet the fake. */
export function connectorOptions(
  fake: FakeAmazon,
  clock: () => Date,
): Parameters<typeof createAmazonConnector>[0] {
  return {
    ...fake.application,
    apiBaseUrl: fake.url,
    lwaBaseUrl: fake.url,
    marketplaceId: fake.marketplaceId,
    clock,
  };
}

/** An adapter over the fake for one connected seller, `ana`, and a clock that tests move. */
export type TestHarness = {
  fake: FakeAmazon;
  adapter: MarketplaceAdapter;
  accounts: MemoryAccounts;
  ctx: { usuarioId: string; contaId: number };
  seller: ConnectedSeller;
  clock: () => Date;
  advance(ms: number): void;
  /** A product whose EAN the catalogue knows; a new one on each call. */
  product(): ListingProduct;
};

/** Opens a fake with the adapter in front of it; `now` begins on an ordinary afternoon. Close the fake at the end. */
export async function openTestHarness(
  options: Omit<FakeAmazonOptions, 'clock'> = {},
  limiter: CallLimiter = unlimited,
): Promise<TestHarness> {
  let now = new Date('2026-11-21T15:00:00Z');
  const clock = () => now;
  const fake = await startFakeAmazon({ clock, ...options });
  const accounts = new MemoryAccounts(createAmazonConnector(connectorOptions(fake, clock)));
  const seller = fake.connectSeller();
  accounts.connect('ana', seller);
  const { url: apiBaseUrl, marketplaceId } = fake;
  const adapter = createAmazonAdapter({ apiBaseUrl, marketplaceId, accounts, limiter, clock });
  let products = 0;
  const product = () => {
    products += 1;
    return catalogued(fake, products);
  };
  const advance = (ms: number) => {
    now = new Date(now.getTime() + ms);
  };
  return { fake, adapter, accounts, ctx: { usuarioId: 'ana', contaId: 1 }, seller, clock, advance, product };
}

/** For a test file: opens a harness per test and, after it, expects that no call broke a documented rule. */
export function prepareTestHarness(): typeof openTestHarness {
  let harness: TestHarness | undefined;
  afterEach(async () => {
    await harness?.fake.close();
    expect(harness?.fake.violations).toEqual([]);
  });
  return async (...options) => {
    harness = await openTestHarness(...options);
    return harness;
  };
}

function catalogued(fake: FakeAmazon, number: number): ListingProduct {
  const produto = makeProduct(number);
  const ean = produto.ean ?? '';
  fake.addCatalogItem({ asin: asinOf(number), ean, titulo: `${produto.nome} JBL Tune`, marca: 'JBL' });
  return produto;
}

/** The ASIN that the catalogue of the harness gives its products, in order. */
export function asinOf(number: number): string {
  return `B0${String(number).padStart(8, '0')}`;
}

/** A product like others, with a valid EAN of its own. */
export function makeProduct(number: number): ListingProduct {
  return sampleProduct({
    id: `produto-${number}`,
    nome: `Fone de ouvido ${number}`,
    sku: `FONE ${number}/A`,
    ean: eanOf(number),
    marca: 'JBL',
  });
}

/** An EAN-13 with its check digit (GS1). */
export function eanOf(number: number): string {
  const digits = `789${String(number).padStart(9, '0')}`;
  const sum = [...digits].reduce(
    (total, digit, place) => total + Number(digit) * (place % 2 === 0 ? 1 : 3),
    0,
  );
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

/** Publishes a product until it sells, and answers its SKU. */
export async function putOnSale({ adapter, ctx, fake, product }: TestHarness): Promise<string> {
  const result = await adapter.publish(ctx, product());
  fake.finishProcessing();
  if (result.status !== 'processing') throw new Error(`not accepted: ${result.status}`);
  return result.id_externo;
}

/** The error that the call is expected to end with. */
export async function failureOf(call: Promise<unknown>): Promise<AdapterError> {
  const outcome = await call.then(
    () => new Error('the call succeeded'),
    (error: unknown) => error,
  );
  if (outcome instanceof AdapterError) return outcome;
  throw outcome;
}

/** A listing as this side holds it. */
export function listingRefOf(id_externo: string): ListingRef {
  return { id_externo, sku: id_externo, nome: 'Fone de ouvido' };
}

/** An order as this side holds it. */
export function orderRefOf(ml_order_id: string): OrderRef {
  return { ml_order_id, sku: null, produto_nome: 'Fone de ouvido' };
}

/** What this side knows for a label. */
export function labelRequestOf(ml_order_id: string): LabelRequest {
  return {
    ...orderRefOf(ml_order_id),
    quantidade: 1,
    cliente_nome: 'Maria Silva',
    cliente_endereco: 'Rua das Flores, 123, São Paulo - SP, CEP 01234-567',
    remetente_nome: 'Distribuidora Brás',
    remetente_detalhe: null,
    criado_em: new Date('2026-11-21T15:00:00Z'),
  };
}
