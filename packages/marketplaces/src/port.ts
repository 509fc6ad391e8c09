import type { Marketplace } from '@esteira/domain/marketplaces';
import type { ShippingStage } from '@esteira/domain/orders/shipping-stage';
import type { ListingCondition, ListingType, NoEanReason } from '@esteira/domain/products/listing';
import type { ListingWarning } from '@esteira/domain/products/listing-warnings';
import type { FeeGap } from '@esteira/domain/profit/known-fees';
import type { Logistics } from '@esteira/domain/profit/rules/fee-rule';
import type { KnownCost, Parcel } from '@esteira/domain/profit/sale';

/** Whose account a call works on, and how the caller gives up on it. */
export type AdapterContext = {
  usuarioId: string;
  /** Which of the seller's accounts on this marketplace. */
  contaId: number;
  /** Aborting ends the call with AdapterError `upstream_unavailable`; whether it took effect is then unknown. */
  signal?: AbortSignal;
};

/** The product as a marketplace needs it: the price of that marketplace, the stock as of now. */
export type ListingProduct = {
  /** Esteira's own id. */
  id: string;
  /**
   * The listing that an earlier publication made, where it is known: only it is brought up to date. It may be gone or
   * closed: then a new one is made.
   */
  id_externo?: string | null;
  /** When an earlier publication began whose answer never came; null: there is none. What it made is ours. */
  tentado_em?: Date | null;
  nome: string;
  descricao: string | null;
  sku: string | null;
  /** Sale price of one unit on this marketplace, in cents of BRL. */
  preco_centavos: number;
  /** Units for sale. */
  estoque: number;
  imagem_url: string | null;
  /**
   * What the last publication answered as `imagem_enviada`: the address of the picture that the listing got, empty
   * where the product had none. Null: unknown, as of a listing that was made elsewhere; its pictures are left
   * alone then.
   */
  imagem_enviada?: string | null;
  /** The last publication could not send the description: it is sent before anything else that may be refused. */
  descricao_pendente?: boolean;
  /** GTIN (EAN-13, UPC-12, …) with a right check digit. Amazon finds its catalogue item by it. */
  ean: string | null;
  /** Why it has none, where the seller said so. Mercado Livre only. */
  motivo_sem_ean?: NoEanReason | null;
  marca: string | null;
  modelo: string | null;
  condicao: ListingCondition;
  /** Mercado Livre only. */
  tipo_anuncio: ListingType;
  /** A Mercado Livre category (`MLB196208`) that the seller chose; null: let it be predicted. */
  categoria_ml: string | null;
};

/** An existing listing: `id_externo` as `publish` gave it, `sku` and `nome` as the product bears them now. */
export type ListingRef = {
  /** Mercado Livre: the item (`MLB4000000001`). Amazon: the seller's SKU, which addresses a listing there. */
  id_externo: string;
  sku: string | null;
  nome: string;
};

/** What a publication that was taken leaves to remember. */
type Published = {
  id_externo: string;
  /** What was not taken of it, and what else the seller should know. */
  avisos: ListingWarning[];
  /** To be handed back with the next publication (see ListingProduct); absent: what is remembered stays. */
  imagem_enviada?: string;
};

/**
 * What became of a publication. `processing` means accepted and not for sale yet (always so on the real
 * Amazon): read `getListing` later. `rejected` with an `id_externo`: the listing exists there all the same, blocked
 * until somebody mends it. `already_exists`: the account has a listing with this SKU that Esteira did not make;
 * nothing was sent, and its id must not be taken for the product's. Reasons are Portuguese sentences for the seller; warnings are codes with such a sentence.
 */
export type PublishResult =
  | ({ status: 'live'; url: string | null } & Published)
  | ({ status: 'processing' } & Published)
  | { status: 'rejected'; motivos: string[]; id_externo?: string }
  | { status: 'already_exists'; id_externo: string };

/** `out_of_stock` comes back by itself with stock; `paused` only by a publication; `closed` is final. */
export type ListingStatus = 'live' | 'processing' | 'rejected' | 'paused' | 'out_of_stock' | 'closed';

/** What the marketplace shows now; a price or stock that it did not tell is null. */
export type ListingState = {
  id_externo: string;
  status: ListingStatus;
  /** Price of one unit, in cents of BRL. */
  preco_centavos: number | null;
  /** Null as well where the marketplace keeps it in warehouses of its own. */
  estoque: number | null;
  url: string | null;
  /** Why it is not live, as Portuguese sentences. */
  motivos: string[];
};

/**
 * `managed_by_marketplace`: a price automation of the seller's account owns the price; ours was not taken.
 * `one_for_all_variations`: others of the listing's variations have the same price, so it was not sent. `unsent`: the
 * listing takes no changes now (it is under review or blocked).
 */
export type PriceResult = 'done' | 'managed_by_marketplace' | 'one_for_all_variations' | 'unsent';

/** Only a `pago` order may enter the line; before that the marketplace still checks the payment. */
export type ExternalOrderStatus = 'aguardando_pagamento' | 'pago' | 'enviado' | 'entregue' | 'cancelado';

/** One line of a marketplace's order. */
export type ExternalOrderItem = {
  /** The listing, as in ListingRef; it may be one that was not published from here. */
  id_externo: string;
  /** Which variation of the listing; absent where it has none. Each may be another product. */
  variacao_externa?: string;
  sku: string | null;
  titulo: string;
  quantidade: number;
  /** Price of one unit, in cents of BRL. */
  preco_unitario_centavos: number;
};

/** An order as the marketplace holds it. */
export type ExternalOrder = {
  marketplace: Marketplace;
  /** The marketplace's order number, for both marketplaces. */
  ml_order_id: string;
  situacao: ExternalOrderStatus;
  /** At least one. */
  itens: ExternalOrderItem[];
  /** Null while the account is not allowed to read the buyer's personal data, or before payment. */
  cliente_nome: string | null;
  /** The whole address in one line, with CEP; null as for the name. */
  cliente_endereco: string | null;
  /** Why the seller must not ship it (suspected fraud, the buyer asked to cancel), in Portuguese; else null. */
  motivo_bloqueio: string | null;
  /** The marketplace sends it from its own warehouse (Full, FBA): the seller ships nothing. False while that is unknown. */
  enviado_pelo_marketplace: boolean;
  /** Orders of one purchase (Mercado Livre's pack) share it, and their parcel; null where there is no such thing. */
  pacote_id: string | null;
  criado_em: Date;
  /** When the marketplace last changed it: an older reading must not overwrite a newer one. */
  atualizado_em: Date;
  /** When items and amounts changed at the latest, where the parcel has a date of its own; absent: `atualizado_em`. */
  itens_mudaram_em?: Date;
};

/** One page of orders that changed; only ids, because the state is always read again with `readOrder`. */
export type ChangedOrders = {
  pedidos: { ml_order_id: string; atualizado_em: Date }[];
  /** For the next call with the same `desde`; null on the last page. */
  proximo_cursor: string | null;
};

/**
 * What a marketplace is asked about its fees: a product as this account would sell it, listed there already
 * (`id_externo`, as in ListingProduct) or not.
 */
export type FeeQuestion = Pick<
  ListingProduct,
  | 'id_externo'
  | 'nome'
  | 'marca'
  | 'modelo'
  | 'ean'
  | 'preco_centavos'
  | 'condicao'
  | 'tipo_anuncio'
  | 'categoria_ml'
> & {
  /** How the account sends it, in that marketplace's own words. */
  logistics: Logistics;
  parcel: Parcel;
};

/** One fee, as an amount in cents or a share of the price. */
export type ToldFee = Pick<KnownCost, 'code' | 'charge'>;

/** What a marketplace takes of one unit, for this account, at prices in cents from one to the other, both included. */
export type FeeQuote = {
  fromCents: number;
  toCents: number;
  /** One a code. What is not here was not told, and is not zero. */
  fees: ToldFee[];
  /** What was missing to be told the others. */
  gaps: FeeGap[];
};

/** What the marketplace takes of an order under one name, in cents of BRL for all its units. */
export type OrderCharge = {
  code: KnownCost['code'] | 'parcelamento';
  cents: number;
  /** False: it is only expected there. */
  isCharged: boolean;
};

/** What a marketplace takes of an order, as far as it tells by now: what is not here is unknown, and not zero. */
export type OrderCharges = {
  /** One a code. */
  charges: OrderCharge[];
  /** What the seller pays for a parcel that orders may share; null where that is not known, or they share none. */
  freight: { parcelId: string; cents: number; isCharged: boolean } | null;
};

/** An order that Esteira knows, as far as the marketplace's shipping calls need it. */
export type OrderRef = { ml_order_id: string; sku: string | null; produto_nome: string };

/** What a label shows. A real marketplace prints its own data and uses only `ml_order_id`. */
export type LabelRequest = OrderRef & {
  quantidade: number;
  cliente_nome: string;
  cliente_endereco: string;
  /** Who ships the parcel: the supplier. */
  remetente_nome: string;
  /** A second line for the sender (the seller's shop, a phone); null leaves it out. */
  remetente_detalhe: string | null;
  /** When the order was made; printed as a date of America/Sao_Paulo. */
  criado_em: Date;
};

/** A label as it is kept: a PDF, or what a simulated one is drawn from (`openLabel` of simulated/drawn-label). */
export interface LabelFile {
  bytes: Uint8Array;
  mime: 'application/pdf' | 'application/vnd.esteira.etiqueta+json';
}

/** The label itself, or why there is none yet (Portuguese) and when asking again makes sense. */
export type LabelResult = ({ ready: true } & LabelFile) | { ready: false; motivo: string; tentar_em?: Date };

/** Whether the fiscal document opened the way to the label. */
export type InvoiceResult =
  | { status: 'accepted' | 'processing' | 'not_required' }
  | { status: 'error'; motivo: string };

/** How the parcel travels; Amazon's own-carrier orders need both, others ignore them. */
export type Shipment = { transportadora: string | null; codigo_rastreio: string | null };

/**
 * `observed_by_marketplace`: the carrier's scan decides there; nothing was sent and that is no error. `not_shown`: the
 * marketplace keeps no shipment of this order, so what the seller says counts and no reading will ever show it.
 */
export type ShipResult = 'done' | 'observed_by_marketplace' | 'not_shown';

/** What can be done with one order's parcel now, and why something cannot. */
export type ShippingState = {
  situacao: ShippingStage;
  precisa_nota: boolean;
  tem_etiqueta: boolean;
  /** False where only the carrier's scan (or the marketplace itself) says that it was shipped. */
  pode_marcar_enviado: boolean;
  /** Why the next action waits, as a Portuguese sentence; null when nothing is in its way. */
  motivo: string | null;
  /** When asking again makes sense. */
  tentar_em: Date | null;
  /** Until when the seller must hand it over; absent where the marketplace does not tell, or the seller does not ship. */
  despachar_ate?: Date;
  /** Until when the buyer was promised it; absent where the marketplace does not tell it here. */
  entregar_ate?: Date;
  /** The parcel's own number, by which the marketplace announces that it moved; absent where it announces none. */
  envio_id?: string;
};

/** An order that could not be announced: whose it is there, and when that was tried first. */
export type MissedOrder = { vendedor_id: string; ml_order_id: string; anunciado_em: Date };

/** An order with its parcel, from one reading of both. */
export type OrderReading = {
  order: ExternalOrder;
  /**
   * Null before the payment. A parcel that the marketplace has not made yet, or does not show, is
   * `aguardando_marketplace` with the reason.
   */
  parcel: ShippingState | null;
};

/**
 * One marketplace. Plain values in and out; an adapter knows no database and keeps no order or product.
 *
 * Every method rejects with AdapterError and nothing else. A call that may be repeated says so; adapters do
 * not repeat calls by themselves beyond the renewal of an access token.
 */
export interface MarketplaceAdapter {
  readonly kind: Marketplace;
  readonly modo: 'simulado' | 'real';

  /**
   * Puts the product up for sale, or brings its earlier listing (`id_externo`) up to date and back to life. A
   * repetition after a lost answer (`tentado_em`) makes no second listing, and no other listing is ever changed. A
   * product that the marketplace refuses is a `rejected` result, not an error.
   */
  publish(ctx: AdapterContext, produto: ListingProduct): Promise<PublishResult>;

  /** Reads a listing. `not_found` when the account has none with this id. */
  getListing(ctx: AdapterContext, anuncio: ListingRef): Promise<ListingState>;

  /** Takes the listing off sale, reversibly (what 'despublicar' does). Idempotent; `conflict` once closed. */
  pause(ctx: AdapterContext, anuncio: ListingRef): Promise<void>;

  /** Ends the listing for good. Idempotent: resolves as well when it is closed or gone already. */
  close(ctx: AdapterContext, anuncio: ListingRef): Promise<void>;

  /**
   * Sets the stock, absolute and never a difference, so a repeated or late push does no harm.
   * Zero takes the listing off sale until stock returns. Push only to listings that are published: on Amazon
   * pausing *is* stock zero, so a push would bring a paused listing back. Null once it is told; else why this stock
   * is not Esteira's to tell, and nothing was sent.
   */
  updateStock(ctx: AdapterContext, anuncio: ListingRef, estoque: number): Promise<ListingWarning | null>;

  /** Sets the price of one unit, in cents of BRL (> 0, else `validation`). Idempotent. */
  updatePrice(ctx: AdapterContext, anuncio: ListingRef, preco_centavos: number): Promise<PriceResult>;

  /** Orders created or changed at or after `desde`, in no promised order; some may come again. */
  listOrdersChangedSince(
    ctx: AdapterContext,
    consulta: { desde: Date; cursor?: string | null },
  ): Promise<ChangedOrders>;

  /**
   * Reads an order and its parcel, each once. `not_found` when the account has none with this number, `not_ready`
   * while the marketplace shows only parts of it.
   */
  readOrder(ctx: AdapterContext, ml_order_id: string): Promise<OrderReading>;

  /**
   * Orders that the marketplace tried to announce and could not, of all accounts that use the application, whoever asks
   * (Mercado Livre's missed feeds). Some may come again. Empty where there is no such list.
   */
  listMissedOrders(ctx: AdapterContext): Promise<MissedOrder[]>;

  /**
   * What the marketplace takes of an order. May be asked any number of times: fees are told late, and change. What it
   * does not tell yet is left out; `not_found` or nothing at all where the account has none with this number.
   */
  readCharges(ctx: AdapterContext, ml_order_id: string): Promise<OrderCharges>;

  /**
   * What the marketplace would take of a sale, by its own word for this account. May be asked any number of times. The
   * price must be above zero (else `validation`); it lies within those that the answer holds for.
   */
  quoteFees(ctx: AdapterContext, pergunta: FeeQuestion): Promise<FeeQuote>;

  /** Hands in the authorised NF-e (the `nfeProc` XML as it is). Idempotent; `validation` for any other text. */
  submitInvoice(ctx: AdapterContext, pedido: OrderRef, nfe_xml: string): Promise<InvoiceResult>;

  /** The shipping label. May be asked any number of times; "not yet" is a result, not an error. */
  getLabel(ctx: AdapterContext, pedido: LabelRequest): Promise<LabelResult>;

  /** Tells the marketplace that the parcel is under way, where it listens. Idempotent. */
  markShipped(ctx: AdapterContext, pedido: OrderRef, envio: Shipment): Promise<ShipResult>;
}
