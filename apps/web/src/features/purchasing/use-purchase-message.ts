import { formatDate } from '@esteira/domain/calendar';
import { sumCosts } from '@esteira/domain/purchasing/purchase-list';
import { toPurchaseMessage } from '@esteira/domain/purchasing/purchase-message';
import type { PurchaseOrder } from '@esteira/validators/products/purchasing';
import type { Supplier } from '@esteira/validators/products/supplier';
import { toPix } from '../../lib/payment/to-pix';
import { useUser } from '../../lib/session/session';

/** The list as text for WhatsApp; with a code that pays all of it, where there is a key. */
export function usePurchaseMessage(supplier: Supplier, orders: readonly PurchaseOrder[]) {
  const { nome, equipe } = useUser();
  const sellerName = equipe?.vendedor_nome ?? nome;
  return ({ short }: { short: boolean }) => {
    const amount = sumCosts(orders);
    const pix = toPix(supplier, amount);
    const payment = pix && { amount, pixCode: pix.code };
    const day = formatDate(new Date());
    return toPurchaseMessage(
      { ...{ supplierName: supplier.nome, sellerName, day }, deliveries: orders, pageUrl: null, payment },
      { short },
    );
  };
}
