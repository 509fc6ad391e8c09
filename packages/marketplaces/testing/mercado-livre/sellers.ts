import { type FakeListing, seedItem } from './items/items';
import { sumVariations } from './items/stock';
import { cancel, type FakePurchase, type FakePurchased, orderOf, purchase, ship } from './market';
import { deliver, type FakeDelivery, type FakeNotice, noticeBody } from './notices';
import { consentTo, grantTokens } from './oauth';
import { moveShipment } from './parcels';
import type { FakeItem, FakeSeller, FakeShipment, FakeState } from './state';

/** A seller whose account is connected, with the tokens that the application would have stored. */
export type FakeConnection = {
  vendedor_id: string;
  nome: string;
  access_token: string;
  refresh_token: string;
  expira_em: Date;
};

/** What sellers, buyers and Mercado Livre itself do at the fake. */
export class FakeSellers {
  constructor(protected readonly state: FakeState) {}

  /** Registers a seller (site MLB, classic unless told) without connecting the account. */
  registerSeller(
    about: Partial<Pick<FakeSeller, 'modelo' | 'site' | 'operator' | 'nickname' | 'reputation'>> = {},
  ): string {
    const id = String(this.state.next('seller', 123_456_000));
    const { modelo = 'classic', site = 'MLB', operator = false, nickname = `LOJA${id}` } = about;
    const { reputation = 'green' } = about;
    const account = { id, nickname, site, modelo, operator, reputation };
    this.state.sellers.set(id, { ...account, blocked: [], depots: null, refreshToken: null });
    return id;
  }

  /** Registers a seller whose account is connected already. */
  connectSeller(about: Parameters<FakeSellers['registerSeller']>[0] = {}): FakeConnection {
    const seller = this.#seller(this.registerSeller(about));
    const { access, refresh, expires } = grantTokens(this.state, seller);
    return {
      vendedor_id: seller.id,
      nome: seller.nickname,
      access_token: access,
      refresh_token: refresh,
      expira_em: expires,
    };
  }

  /** What the seller's browser does at the consent page; answers the address that it is sent back to. */
  consent(authorizationUrl: string, vendedor_id: string): string {
    return consentTo(this.state, new URL(authorizationUrl), this.#seller(vendedor_id));
  }

  /** Lets every access token of the seller expire; the refresh token still works. */
  expireTokens(vendedor_id: string): void {
    for (const [token, { seller }] of this.state.accessTokens) {
      if (seller === vendedor_id) this.state.accessTokens.delete(token);
    }
  }

  /** The seller withdraws the consent: no token works any more. */
  revoke(vendedor_id: string): void {
    this.expireTokens(vendedor_id);
    this.#seller(vendedor_id).refreshToken = null;
  }

  /** Mercado Livre moves the account to the other way of publishing. */
  setListingModel(vendedor_id: string, modelo: FakeSeller['modelo']): void {
    this.#seller(vendedor_id).modelo = modelo;
  }

  /** The account may not list; an empty list frees it. */
  blockListing(vendedor_id: string, causas: string[]): void {
    this.#seller(vendedor_id).blocked = causas;
  }

  /** From now on the account keeps its stock at these depots. */
  setDepots(vendedor_id: string, depots: FakeSeller['depots']): void {
    this.#seller(vendedor_id).depots = depots;
  }

  /** Gives an item of the old kind its variations, each with a SKU and units of its own. */
  vary(id: string, variations: readonly { id: number; sku: string; estoque: number }[]): void {
    const item = this.item(id);
    const own = variations.map(({ id, sku, estoque }) => ({
      ...{ id, price: item.price, available_quantity: estoque },
      attributes: [{ id: 'SELLER_SKU', value_name: sku }],
    }));
    item.variations.push(...own);
    sumVariations(item);
  }

  /** Units of an item that are in Full. */
  putInFull(inventory_id: string, units: number): void {
    this.state.fullStock.set(inventory_id, units);
  }

  /** A listing that exists already, for sales without a publication first; answers its id. */
  seedListing(vendedor_id: string, about: FakeListing = {}): string {
    return seedItem(this.state, this.#seller(vendedor_id), about).id;
  }

  /** The listing as it stands there; changes to it are changes there. */
  item(id: string): FakeItem {
    const item = this.state.items.get(id);
    if (!item) throw new Error(`there is no item ${id}`);
    return item;
  }

  items(vendedor_id: string): FakeItem[] {
    return [...this.state.items.values()].filter(({ seller }) => seller === vendedor_id);
  }

  /** The download of the pictures ends, well or badly. */
  finishPictures(id: string, bem = true): void {
    const item = this.item(id);
    for (const picture of item.pictures) picture.failed = !bem;
    if (!bem) return;
    item.sub_status = item.sub_status.filter((each) => each !== 'picture_downloading_pending');
    if (item.sub_status.length === 0) item.status = 'active';
  }

  createOrder(compra: FakePurchase): FakePurchased {
    return purchase(this.state, compra);
  }

  createPaidOrder(compra: Omit<FakePurchase, 'pago'>): FakePurchased {
    return purchase(this.state, { ...compra, pago: true });
  }

  /** The payment of an order is approved. */
  payOrder(ml_order_id: string): void {
    const order = orderOf(this.state, ml_order_id);
    order.status = 'paid';
    order.paid = this.state.clock();
    order.updated = this.state.clock();
  }

  cancelOrder(ml_order_id: string): void {
    cancel(this.state, ml_order_id);
  }

  /** Makes the shipment of an order that was `sem_envio_ainda`, silently; answers its number. */
  createShipment(ml_order_id: string): string {
    return ship(this.state, ml_order_id);
  }

  /** Adds a tag to an order: `fraud_risk_detected`. */
  tagOrder(ml_order_id: string, tag: string): void {
    const order = orderOf(this.state, ml_order_id);
    order.tags.push(tag);
    order.updated = this.state.clock();
  }

  /** Moves the shipment of an order. */
  moveShipment(envio_id: string, to: Pick<FakeShipment, 'status' | 'substatus'>): void {
    moveShipment(this.state, this.shipment(envio_id), to);
  }

  /** What Mercado Livre takes of a sale in a category from now on, in percent of a classic listing's price. */
  setCommission(categoria: string, percent: number): void {
    this.state.commissions.set(categoria, percent);
  }

  /** The account's reputation, by which it pays the freight. */
  setReputation(vendedor_id: string, reputation: FakeSeller['reputation']): void {
    this.#seller(vendedor_id).reputation = reputation;
  }

  /** What Mercado Livre takes of one unit of each line, in reais; null: it does not say. */
  setSaleFee(ml_order_id: string, fee: number | null): void {
    for (const line of orderOf(this.state, ml_order_id).lines) line.sale_fee = fee;
  }

  /** The freight of a parcel as the seller pays it, in reais: known late, and changed when the parcel is weighed. */
  chargeFreight(envio_id: string, cost: number): void {
    this.shipment(envio_id).sender_cost = cost;
  }

  /** The number of an order's parcel. */
  parcelOf(ml_order_id: string): string {
    return orderOf(this.state, ml_order_id).shipment ?? '';
  }

  shipment(envio_id: string): FakeShipment {
    const shipment = this.state.shipments.get(envio_id);
    if (!shipment) throw new Error(`there is no shipment ${envio_id}`);
    return shipment;
  }

  /**
   * Delivers a notification to the address; what is not answered with 200 within 500 ms goes to the missed
   * feeds. Give the `_id` of an earlier delivery to repeat it.
   */
  sendNotification(url: string, notice: FakeNotice): Promise<FakeDelivery> {
    return deliver(this.state, url, notice);
  }

  /** A notification that never arrived. */
  missNotification(notice: FakeNotice): void {
    this.state.missed.push(noticeBody(this.state, notice));
  }

  #seller(id: string): FakeSeller {
    const seller = this.state.sellers.get(id);
    if (!seller) throw new Error(`there is no seller ${id}`);
    return seller;
  }
}
