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

/**
 * 'Líquido estimado R$ 20,80 · 26,3%' on a card, which opens what makes it, or what is missing to say it: briefly, for
 * a card has one line for it.
 */
export function NetLine({ product, marketplace }: NetLineProps) {
  const net = useNetValue(product, marketplace);
  const explain = use(ExplainNet);
  return (
    <p className="tabular flex min-h-5 min-w-0 flex-1 text-muted text-xs">
      {net && explain && (
        <button
          type="button"
          title={`${describeNet(net)} · Por que este número?`}
          aria-label={`${describeNet(net, MISSING_BRIEFLY)}. Por quê? Líquido estimado de ${product.nome}, ${MARKETPLACE_NAMES[marketplace]}`}
          onClick={() => explain(product.id, marketplace)}
          className={clsx(
            'thumb text-left underline decoration-border decoration-dotted underline-offset-4 hover:decoration-current',
            isLoss(net) && 'font-medium text-danger-text',
          )}
        >
          {describeNet(net, MISSING_BRIEFLY)}
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
    <span
      title={describeNet(net)}
      className={clsx('grid w-full grid-cols-[1fr_3.25rem] items-center', isLoss(net) && 'text-danger-text')}
    >
      {liquido === null ? '—' : formatMoney(liquido)}
      <span className="text-muted text-xs">{margem !== null && formatPercent(margem)}</span>
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
