import { formatMoney, isMoney } from '@esteira/domain/money';
import { marginOf, profitOf } from '@esteira/domain/profit/gross-profit';
import { formatPercent } from '../../../lib/format/figures';

interface ProfitPreviewProps {
  preco_venda: unknown;
  preco_fornecedor: unknown;
}

/** Profit and margin while the prices are being typed; silent until both can be read. */
export function ProfitPreview({ preco_venda, preco_fornecedor }: ProfitPreviewProps) {
  if (!isPrice(preco_venda) || !isPrice(preco_fornecedor)) return <>Lucro: —</>;
  const prices = { preco_venda, preco_fornecedor };
  const profit = profitOf(prices);
  const margin = marginOf(prices);
  return (
    <span className={profit < 0 ? 'tabular text-danger-text' : 'tabular text-success-text'}>
      Lucro: {formatMoney(profit)}
      {margin !== null && ` (${formatPercent(margin)})`}
    </span>
  );
}

function isPrice(value: unknown): value is number {
  return typeof value === 'number' && isMoney(value);
}
