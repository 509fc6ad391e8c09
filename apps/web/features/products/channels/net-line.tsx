import { MARKETPLACE_NAMES, type Marketplace } from '@esteira/domain/marketplaces';
import { formatMoney } from '@esteira/domain/money';
import { MISSING_BRIEFLY, MISSING_TEXTS } from '@esteira/domain/profit/cost-texts';
import type { NetValue } from '@esteira/validators/costs/costs';
import type { Product } from '@esteira/validators/products/product';
import { clsx } from 'clsx';
import { use } from 'react';
import { formatPercent } from '../../../lib/format/figures';
import { ExplainNet } from '../net/explain-net';
import { useNetValue } from './use-net-value';

interface NetLineProps {
  product: Product;
  marketplace: Marketplace;
}

/** 'Líquido estimado R$ 20,80 · 26,3%' on a card, or what is missing to say it: briefly, for a card has one line for it. */
export function NetLine({ product, marketplace }: NetLineProps) {
  const net = useNetValue(product, marketplace);
  const explain = use(ExplainNet);
  return (
    <p className="tabular col-span-3 flex min-h-5 items-baseline gap-x-2 text-[13px] text-muted">
      <span
        className={clsx('truncate', isLoss(net) && 'font-medium text-danger-text')}
        title={net ? describeNet(net) : undefined}
      >
        {net && describeNet(net, MISSING_BRIEFLY)}
      </span>
      {net && explain && (
        <button
          type="button"
          title="Por que este número?"
          aria-label={`Por quê? Líquido estimado de ${product.nome}, ${MARKETPLACE_NAMES[marketplace]}`}
          onClick={() => explain(product.id, marketplace)}
          className="thumb shrink-0 text-primary-text underline-offset-4 hover:underline"
        >
          Por quê?
        </button>
      )}
    </p>
  );
}

/** The figure alone, for a narrow cell; '—' where something is missing, which the title says. */
export function NetCell({ product, marketplace }: NetLineProps) {
  const net = useNetValue(product, marketplace);
  if (!net) return null;
  const { liquido, margem } = net;
  return (
    <span title={describeNet(net)} className={isLoss(net) ? 'text-danger-text' : undefined}>
      {liquido === null ? '—' : formatMoney(liquido)}
      {margem !== null && ` ${formatPercent(margem)}`}
      {liquido === null && <span className="sr-only">{describeNet(net)}</span>}
    </span>
  );
}

const isLoss = (net: NetValue | null | undefined) => (net?.liquido ?? 0) < 0;

/** As a sentence for both; `missing` are the words for what is not known. */
export function describeNet({ liquido, margem, falta }: NetValue, missing = MISSING_TEXTS): string {
  if (liquido !== null) {
    return `Líquido estimado ${formatMoney(liquido)}${margem === null ? '' : ` · ${formatPercent(margem)}`}`;
  }
  const [first] = falta;
  return first === undefined ? '' : `Líquido: ${toLower(missing[first])}`;
}

const toLower = (sentence: string) => sentence.charAt(0).toLowerCase() + sentence.slice(1);
