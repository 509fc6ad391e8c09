import { clsx } from 'clsx';
import { type ReactNode, useId, useState } from 'react';
import { FigureButton } from '../../../../parts/figure-button';
import type { MoneyBar } from '../waterfall';

const TONES = {
  start: { text: '', bar: 'bg-primary' },
  cost: { text: '', bar: 'bg-muted/50' },
  gain: { text: 'font-semibold text-success-text', bar: 'bg-success-text' },
  loss: { text: 'font-semibold text-danger-text', bar: 'bg-danger-text' },
  unknown: { text: 'font-semibold text-muted', bar: '' },
  aside: { text: 'text-muted', bar: '' },
} as const;

interface MoneyRowProps {
  label: string;
  amount: string;
  tone: keyof typeof TONES;
  detail?: string | undefined;
  bar?: MoneyBar | undefined;
  /** What the amount opens; without it there is nothing to open. */
  why?: (() => ReactNode) | undefined;
}

/** A row of the waterfall: its amount, which opens what makes it, over its bar. */
export function MoneyRow({ label, amount, tone, detail, bar, why }: MoneyRowProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const look = TONES[tone];
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1">
      <dt className={tone === 'gain' || tone === 'loss' ? 'font-semibold' : 'text-muted'}>{label}</dt>
      <dd className={clsx('text-right', look.text)}>
        {why ? (
          <FigureButton
            text={amount}
            label={label}
            aria-expanded={open}
            aria-controls={id}
            onClick={() => setOpen(!open)}
          />
        ) : (
          amount
        )}
      </dd>
      {detail && <dd className="col-span-2 text-[13px] text-muted">{detail}</dd>}
      {bar && (
        <dd aria-hidden className="relative col-span-2 h-1.5 overflow-hidden rounded-full bg-sunken">
          <span
            className={clsx('absolute inset-y-0 rounded-full', look.bar)}
            style={{ left: `${bar.left}%`, width: `${bar.width}%` }}
          />
        </dd>
      )}
      {why && (
        <dd id={id} hidden={!open} className="col-span-2 mt-1 rounded-md bg-sunken p-3 text-[13px]">
          {open && why()}
        </dd>
      )}
    </div>
  );
}
