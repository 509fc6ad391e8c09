import { formatMoney, fromCents } from '@esteira/domain/money';
import type { CostSettings } from '@esteira/domain/profit/cost-settings';
import { MISSING_TEXTS } from '@esteira/domain/profit/cost-texts';
import type { CostCurve } from '@esteira/domain/profit/pricing/cost-curve';
import { findPriceFor, type PriceFound, type PriceTarget } from '@esteira/domain/profit/pricing/price-for';
import { toBps } from '@esteira/domain/profit/to-sale';
import { useState } from 'react';
import { Button } from '../../../ui/button';
import { MoneyInput, type MoneyValue } from '../../../ui/forms/money-input';

const USUAL_MARGIN = 20;
const MAX_MARGIN = 99.99;

interface PriceAimsProps {
  curve: CostCurve;
  settings: CostSettings;
  onUse: (cents: number) => void;
}

/** The lowest prices that lose nothing, and that leave a margin: exact after rounding. */
export function PriceAims({ curve, settings, onUse }: PriceAimsProps) {
  const [margin, setMargin] = useState<MoneyValue>(settings.margem_minima ?? USUAL_MARGIN);
  const isMargin = typeof margin === 'number' && margin >= 0 && margin <= MAX_MARGIN;
  return (
    <dl className="grid gap-2 text-[13px]">
      <Aim curve={curve} target={{ kind: 'net', cents: 0 }} onUse={onUse} name="Preço mínimo">
        Preço mínimo
      </Aim>
      <Aim
        curve={curve}
        target={isMargin ? { kind: 'net_margin', bps: toBps(margin) } : null}
        onUse={onUse}
        name="Preço para margem"
      >
        <span className="flex items-center gap-1.5">
          Preço para margem de
          <span className="block w-20">
            <MoneyInput
              aria-label="Margem líquida desejada, em %"
              aria-invalid={!isMargin || undefined}
              value={margin}
              onChange={setMargin}
            />
          </span>
          %
        </span>
      </Aim>
    </dl>
  );
}

interface AimProps {
  curve: CostCurve;
  /** Null while what is typed is none. */
  target: PriceTarget | null;
  /** For whoever hears the button alone. */
  name: string;
  onUse: (cents: number) => void;
  children: React.ReactNode;
}

/** What is missing of lower prices is said: one of them might do. */
function describe(found: PriceFound): string {
  const [gap] = found.missing;
  if (gap !== undefined) return MISSING_TEXTS[gap];
  return found.ok ? formatMoney(fromCents(found.priceCents)) : 'nenhum preço alcança';
}

function Aim({ curve, target, name, onUse, children }: AimProps) {
  const found = target && findPriceFor(curve, target);
  return (
    <div className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-1">
      <dt className="mr-auto">{children}</dt>
      <dd className="ml-auto flex items-center gap-3">
        <span className="tabular font-medium">{found === null ? '—' : describe(found)}</span>
        {found?.ok && found.missing.length === 0 && (
          <Button size="sm" aria-label={`Usar: ${name}`} onClick={() => onUse(found.priceCents)}>
            Usar
          </Button>
        )}
      </dd>
    </div>
  );
}
