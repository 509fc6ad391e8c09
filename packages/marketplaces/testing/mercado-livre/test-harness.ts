import { type CallLimiter, unlimited } from '../../src/call-limiter';
import { createMercadoLivreAdapter } from '../../src/mercado-livre/adapter';
import { createMercadoLivreConnector } from '../../src/mercado-livre/auth';
import type {
  AdapterContext,
  LabelRequest,
  ListingProduct,
  ListingRef,
  MarketplaceAdapter,
} from '../../src/port';
import { MemoryAccounts } from '../memory-accounts';
import { sampleProduct } from '../sample-product';
import type { FakePurchase, FakePurchased } from './market';
import type { FakeConnection } from './sellers';
import { type FakeMercadoLivre, startFakeMercadoLivre } from './server';

/** A fake with the real adapter in front of it, one connected seller ("ana"), and a clock that tests move. */
export class TestHarness {
  readonly ctx: AdapterContext = { usuarioId: 'ana', contaId: 1 };
  readonly adapter: MarketplaceAdapter;
  readonly seller: FakeConnection;
  readonly accounts: MemoryAccounts;
  #products = 0;

  constructor(
    readonly fake: FakeMercadoLivre,
    readonly time: { now: Date },
    options: { modelo: 'user_product' | 'classic'; limiter: CallLimiter },
  ) {
    const { url: apiBaseUrl, appId, secretKey } = fake;
    const clock = () => this.time.now;
    this.accounts = new MemoryAccounts(
      createMercadoLivreConnector({ apiBaseUrl, authBaseUrl: apiBaseUrl, appId, secretKey, clock }),
    );
    this.seller = fake.connectSeller({ modelo: options.modelo });
    this.accounts.connect('ana', this.seller, options.modelo);
    const { limiter } = options;
    this.adapter = createMercadoLivreAdapter({ apiBaseUrl, appId, accounts: this.accounts, limiter, clock });
  }

  /** Moves the clock of both sides. */
  advance(ms: number): void {
    this.time.now = new Date(this.time.now.getTime() + ms);
  }

  /** An ordinary product that Mercado Livre takes; a new one on each call. */
  product(changes: Partial<ListingProduct> = {}): ListingProduct {
    this.#products += 1;
    return sampleProduct({
      id: `produto-${this.#products}`,
      nome: `Fone de ouvido JBL Tune ${this.#products}`,
      sku: `FONE-${this.#products}`,
      imagem_url: 'https://cdn.exemplo.com.br/fone.jpg',
      motivo_sem_ean: 'sem_registro',
      marca: 'JBL',
      modelo: `Tune ${this.#products}`,
      ...changes,
    });
  }

  /** Publishes and expects it on sale. */
  async listing(produto = this.product()): Promise<ListingRef> {
    const result = await this.adapter.publish(this.ctx, produto);
    if (result.status !== 'live') throw new Error(`not on sale: ${JSON.stringify(result)}`);
    return { id_externo: result.id_externo, sku: produto.sku, nome: produto.nome };
  }

  /** Lets a buyer take one unit of a listing, of a new one unless told. */
  async sale(
    compra: Partial<Omit<FakePurchase, 'itens' | 'vendedor_id'>> & { anuncio?: ListingRef } = {},
  ): Promise<FakePurchased & { pedido: LabelRequest }> {
    const { anuncio = await this.listing(), ...rest } = compra;
    const itens = [{ anuncio: anuncio.id_externo, quantidade: 1 }];
    const sold = this.fake.createOrder({ vendedor_id: this.seller.vendedor_id, itens, ...rest });
    return { ...sold, pedido: this.labelRequest(sold.ml_order_id, anuncio) };
  }

  /** An order as this side would ask for its label. */
  labelRequest(ml_order_id: string, { sku, nome }: Pick<ListingRef, 'sku' | 'nome'>): LabelRequest {
    return {
      ml_order_id,
      sku,
      produto_nome: nome,
      quantidade: 1,
      cliente_nome: 'Marina Souza',
      cliente_endereco: 'Avenida Paulista, 1000, São Paulo - SP, CEP 01310-100',
      remetente_nome: 'Distribuidora Brás',
      remetente_detalhe: null,
      criado_em: this.time.now,
    };
  }
}

/** Starts a fake and connects the adapter to it; close `fake` at the end. */
export async function openTestHarness(
  options: { modelo?: 'user_product' | 'classic'; limiter?: CallLimiter } = {},
): Promise<TestHarness> {
  const time = { now: new Date('2026-11-21T15:00:00Z') };
  const fake = await startFakeMercadoLivre({ clock: () => time.now });
  const { modelo = 'user_product', limiter = unlimited } = options;
  return new TestHarness(fake, time, { modelo, limiter });
}
