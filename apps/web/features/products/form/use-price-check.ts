import { formatMoney } from '@esteira/domain/money';
import { isFarAboveCost } from '@esteira/domain/profit/gross-profit';
import type { Product, ProductCreateInput } from '@esteira/validators/products/product';
import { useRef, useState } from 'react';

type Prices = Pick<ProductCreateInput, 'preco_fornecedor' | 'preco_venda_ml' | 'preco_venda_amazon'>;

/** Asks once before prices far above the cost are saved; prices that are stored like that already are not asked about. */
export function usePriceCheck(stored: Product | undefined, save: (values: ProductCreateInput) => void) {
  const [waiting, setWaiting] = useState<ProductCreateInput | null>(null);
  const confirmed = useRef(stored && keyOf(stored));

  function check(values: ProductCreateInput) {
    if (farPrices(values).length > 0 && confirmed.current !== keyOf(values)) setWaiting(values);
    else save(values);
  }

  async function confirm() {
    if (!waiting) return;
    confirmed.current = keyOf(waiting);
    save(waiting);
  }

  return {
    check,
    /** What there is to ask; null while there is nothing. */
    question:
      waiting &&
      [...farPrices(waiting), `Custo do fornecedor: ${formatMoney(waiting.preco_fornecedor)}`].join(' · '),
    confirm,
    dismiss: () => setWaiting(null),
  };
}

function farPrices({ preco_fornecedor, preco_venda_ml, preco_venda_amazon }: Prices): string[] {
  const far = (label: string, preco_venda: number | null) =>
    preco_venda !== null && isFarAboveCost({ preco_venda, preco_fornecedor })
      ? [`${label}: ${formatMoney(preco_venda)}`]
      : [];
  return [...far('Preço ML', preco_venda_ml), ...far('Preço Amazon', preco_venda_amazon)];
}

function keyOf({ preco_fornecedor, preco_venda_ml, preco_venda_amazon }: Prices): string {
  return [preco_fornecedor, preco_venda_ml, preco_venda_amazon].join(' ');
}
