import { MARKETPLACE_NAMES, type Marketplace } from '@esteira/domain/marketplaces';
import { clsx } from 'clsx';

const MARKS = {
  mercadolivre: { text: 'ML', className: 'bg-marketplace-ml text-marketplace-ml-foreground' },
  amazon: { text: 'AM', className: 'bg-marketplace-amazon text-marketplace-amazon-foreground' },
} as const satisfies Record<Marketplace, { text: string; className: string }>;

/** The only place where the marketplaces' colours appear: a small mark beside the name. */
export function MarketplaceMark({ marketplace }: { marketplace: Marketplace }) {
  const mark = MARKS[marketplace];
  return (
    <span
      aria-hidden
      title={MARKETPLACE_NAMES[marketplace]}
      className={clsx(
        'inline-grid h-4.5 w-6 shrink-0 place-items-center rounded font-bold text-[10px]',
        mark.className,
      )}
    >
      {mark.text}
    </span>
  );
}
