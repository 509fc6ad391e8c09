import { formatDate } from '@esteira/domain/calendar';
import { sumCosts } from '@esteira/domain/purchasing/purchase-list';
import { toPurchaseMessage } from '@esteira/domain/purchasing/purchase-message';
import type { PurchaseOrder } from '@esteira/validators/products/purchasing';
import type { Supplier } from '@esteira/validators/products/supplier';
import { useMayDo, useUser } from '../../../lib/session/session';
import { toPix } from '../../../parts/payment/to-pix';
import { toShareInput, useSupplierPages } from './use-share';

/** What an address of WhatsApp holds at most, as programs that open it cut longer ones. */
const MAX_ADDRESS_LENGTH = 2_000;

/** The page that was made last to be told of, and of which orders it is. */
export type SharedPage = readonly [
  page: { list: string; url: string },
  setPage: (page: { list: string; url: string }) => void,
];

export interface MessageToWrite {
  supplier: Supplier;
  orders: PurchaseOrder[];
  sharedPage: SharedPage;
}

/**
 * The list as text for WhatsApp, with a code that pays all of it where there is a key. A long list is told by the address of
 * a page in place of products and buyers: `text` is null until `write` has made that page. Who may make none gets all of
 * the text by `write`, to be copied: an address cannot hold it.
 */
export function usePurchaseMessage({ supplier, orders, sharedPage: [page, setPage] }: MessageToWrite) {
  const { nome, nome_loja, equipe } = useUser();
  const mayMakePage = useMayDo('changes');
  const { create } = useSupplierPages(supplier.id, { isRead: false });
  const list = orders.map(({ id }) => id).join();
  const amount = sumCosts(orders);
  const pix = toPix(supplier, amount);
  const toText = (pageUrl: string | null) =>
    toPurchaseMessage({
      ...{
        supplierName: supplier.nome,
        sellerName: nome_loja ?? equipe?.vendedor_nome ?? nome,
        deliveries: orders,
        pageUrl,
      },
      ...{ day: formatDate(new Date()), payment: pix && { amount, pixCode: pix.code } },
    });
  const whole = toText(null);
  const isLong = encodeURIComponent(whole).length > MAX_ADDRESS_LENGTH;
  const shortened = page.list === list ? toText(page.url) : null;
  const text = isLong ? shortened : whole;

  async function write(): Promise<string> {
    if (text !== null) return text;
    if (!mayMakePage) return whole;
    const { url } = await create.mutateAsync(toShareInput(supplier, orders));
    setPage({ list, url });
    return toText(url);
  }

  return { text, hasPage: isLong && mayMakePage, write, isBusy: create.isPending };
}
