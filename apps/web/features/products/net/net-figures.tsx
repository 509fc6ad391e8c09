import { MARKETPLACE_NAMES, type Marketplace } from '@esteira/domain/marketplaces';
import { formatMoney, fromCents, toCents } from '@esteira/domain/money';
import type { CostSettings } from '@esteira/domain/profit/cost-settings';
import { FEE_GAP_TEXTS } from '@esteira/domain/profit/known-fees';
import { findPriceTraps, formatPriceTrap } from '@esteira/domain/profit/pricing/price-traps';
import type { Quote } from '@esteira/domain/profit/quote';
import { expectedNet } from '@esteira/domain/profit/returns';
import { toBps } from '@esteira/domain/profit/to-sale';
import type { FeeReading } from '@esteira/validators/costs/known-fees';
import { clsx } from 'clsx';
import { ChevronDown, TriangleAlert } from 'lucide-react';
import { useId, useState } from 'react';
import { formatPercent } from '../../../lib/format/figures';
import { MarketplaceMark } from '../../../parts/marketplace-mark';
import { Button } from '../../../ui/button';
import { NetCurve } from './net-curve';
import { PriceAims } from './price-aims';
import type { FeeProgress } from './use-known-fees';
import type { NetQuote } from './use-net-quote';
import { Waterfall } from './waterfall';

interface NetFiguresProps {
  net: NetQuote;
  /** Of the question to the seller's own account. */
  progress: FeeProgress;
  settings: CostSettings;
  onPrice: (cents: number) => void;
}

const money = (cents: number) => formatMoney(fromCents(cents));

/** What one sale leaves on one marketplace, what is missing for it, and why. */
export function NetFigures({ net, progress, settings, onPrice }: NetFiguresProps) {
  const { marketplace, curve, table, quote, reading } = net;
  const [open, setOpen] = useState(false);
  const id = useId();
  const name = MARKETPLACE_NAMES[marketplace];
  if (quote === null) return null;
  const traps = findPriceTraps(curve);
  const trap = traps.find(
    ({ fromCents, toCents }) => fromCents <= quote.priceCents && quote.priceCents <= toCents,
  );
  return (
    <section aria-label={`Quanto sobra: ${name}`} className="grid gap-2 border-border border-t px-3 py-2.5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <MarketplaceMark marketplace={marketplace} />
        <p className="tabular mr-auto text-sm">
          <span className="text-muted">Líquido estimado </span>
          <NetValue quote={quote} />
        </p>
        {quote.netCents !== null && (
          <Button
            size="sm"
            variant="ghost"
            className="ml-auto"
            aria-expanded={open}
            aria-controls={id}
            onClick={() => setOpen(!open)}
          >
            Por que este número?
            <ChevronDown aria-hidden className={clsx('transition-transform', open && 'rotate-180')} />
          </Button>
        )}
      </div>
      {trap && (
        <p className="flex items-start gap-2 rounded-md bg-warning-soft px-2.5 py-2 text-[13px] text-warning-text">
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          {formatPriceTrap(trap)}
        </p>
      )}
      {quote.netCents !== null && (
        <div id={id} hidden={!open} className="grid gap-4 pt-1">
          {open && (
            <>
              <Waterfall
                table={table}
                quote={quote}
                netCents={quote.netCents}
                readAt={reading?.lida_em ?? null}
              />
              <FeesNote marketplace={marketplace} reading={reading} progress={progress} />
              <Returns quote={quote} netCents={quote.netCents} settings={settings} />
              <NetCurve curve={curve} traps={traps} priceCents={quote.priceCents} onUse={onPrice} />
              <PriceAims curve={curve} settings={settings} onUse={onPrice} />
            </>
          )}
        </div>
      )}
    </section>
  );
}

function NetValue({ quote: { netCents, marginPercent } }: { quote: Quote }) {
  if (netCents === null) return <span className="font-medium">—</span>;
  return (
    <>
      <span className={clsx('font-semibold', netCents < 0 ? 'text-danger-text' : 'text-success-text')}>
        {money(netCents)}
      </span>
      {marginPercent !== null && <span className="text-muted"> · {formatPercent(marginPercent)}</span>}
    </>
  );
}

interface ReturnsProps {
  quote: Quote;
  netCents: number;
  settings: CostSettings;
}

/** What a sale leaves on average when some come back. */
function Returns({ quote, netCents, settings }: ReturnsProps) {
  if (settings.devolucoes === 0) return null;
  const centsOf = (code: string) => quote.lines.find((line) => line.code === code)?.cents ?? 0;
  const average = expectedNet(netCents, {
    returnedBps: toBps(settings.devolucoes),
    lostBps: toBps(settings.perda_devolucao),
    outboundCents: centsOf('frete_vendedor'),
    packagingCents: toCents(settings.embalagem),
    supplierCents: centsOf('fornecedor'),
  });
  return (
    <p className="tabular text-[13px] text-muted">
      Com {formatPercent(settings.devolucoes)} de devoluções, cada venda deixa em média {money(average)}.
    </p>
  );
}

interface FeesNoteProps {
  marketplace: Marketplace;
  reading: FeeReading | undefined;
  progress: FeeProgress;
}

/** Why some fees are those of the table and not the account's own; empty where there is nothing to say. */
function FeesNote({ marketplace, reading, progress }: FeesNoteProps) {
  return (
    <p role="status" className="text-[13px] text-muted empty:sr-only">
      {describe(marketplace, reading, progress)}
    </p>
  );
}

const PROGRESS = {
  asking: 'Consultando as tarifas da sua conta…',
  failed: 'Não foi possível consultar sua conta: por enquanto valem as tarifas da tabela.',
} as const satisfies Record<NonNullable<FeeProgress>, string>;

const UNANSWERED = {
  mercadolivre: 'O Mercado Livre não respondeu: por enquanto valem as tarifas da tabela.',
  amazon: 'A Amazon não respondeu: por enquanto valem as tarifas da tabela.',
} as const satisfies Record<Marketplace, string>;

const UNCONNECTED = {
  mercadolivre: 'Sem conta conectada no Mercado Livre: valem as tarifas da tabela.',
  amazon: 'Sem conta conectada na Amazon: valem as tarifas da tabela.',
} as const satisfies Record<Marketplace, string>;

function describe(marketplace: Marketplace, reading: FeeReading | undefined, progress: FeeProgress): string {
  if (progress !== null) return PROGRESS[progress];
  if (reading === undefined) return '';
  if (reading.situacao === 'sem_resposta') return UNANSWERED[marketplace];
  if (reading.situacao === 'sem_conta') return UNCONNECTED[marketplace];
  return reading.falta.map((gap) => `${FEE_GAP_TEXTS[gap]}. Por enquanto vale a tabela.`).join(' ');
}
