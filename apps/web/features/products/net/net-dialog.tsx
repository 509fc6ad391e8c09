import { MARKETPLACE_NAMES, MARKETPLACES, type Marketplace } from '@esteira/domain/marketplaces';
import { formatMoney } from '@esteira/domain/money';
import { COST_LABELS, MISSING_TEXTS } from '@esteira/domain/profit/cost-texts';
import { FACT_ORIGIN_LABELS } from '@esteira/domain/profit/facts/fact-texts';
import type { NetQuote } from '@esteira/validators/costs/net-quote';
import type { Product } from '@esteira/validators/products/product';
import { NotLoaded } from '../../../lib/data/loaded';
import { trpc } from '../../../lib/data/trpc';
import { formatPercent } from '../../../lib/format/figures';
import { MarketplaceMark } from '../../../parts/marketplace-mark';
import { RuleOrigin } from '../../../parts/rule-origin';
import { Dialog, DialogBody } from '../../../ui/overlays/dialog';
import { TableFeesNote } from './table-fees-note';

interface NetDialogProps {
  /** As the URL names it: `<product>.<marketplace>`, or the product alone for both. */
  address: string;
  /** The products on screen, whose name is known already. */
  known: Product[];
  onClose: () => void;
}

/** 'Por que este número?' of a product's net value: the price, each cost with its rule, and what remains. */
export function NetDialog({ address, known, onClose }: NetDialogProps) {
  const [id = '', name] = address.split('.');
  const shown = MARKETPLACES.filter((one) => name === undefined || one === name);
  if (shown.length === 0) return null;
  const product = known.find((one) => one.id === id)?.nome;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Por que este número?"
      description={`Quanto sobra de uma venda${product ? ` de ${product}` : ''} hoje, do preço ao valor líquido`}
    >
      <DialogBody className="grid auto-rows-max grid-cols-1 content-start gap-6">
        {shown.map((marketplace) => (
          <QuoteSection key={marketplace} id={id} marketplace={marketplace} />
        ))}
      </DialogBody>
    </Dialog>
  );
}

function QuoteSection({ id, marketplace }: { id: string; marketplace: Marketplace }) {
  const query = trpc.products.netQuote.useQuery({ id, marketplace }, { staleTime: 0, gcTime: 0 });
  const { data } = query;
  return (
    <section aria-label={MARKETPLACE_NAMES[marketplace]} className="grid gap-3">
      <h3 className="flex items-center gap-2 font-semibold text-sm">
        <MarketplaceMark marketplace={marketplace} />
        {MARKETPLACE_NAMES[marketplace]}
      </h3>
      {data && <Quote quote={data} />}
      {data && <TableFeesNote marketplaces={[marketplace]} />}
      {data === null && <p className="text-muted">O produto não tem preço neste marketplace.</p>}
      <NotLoaded query={query} failure="Não foi possível carregar os custos." className="h-40" />
    </section>
  );
}

type Quoted = NonNullable<NetQuote>;

function Quote({ quote: { preco, linhas, liquido, margem, falta } }: { quote: Quoted }) {
  return (
    <>
      <dl className="tabular grid gap-3">
        <Row label="Preço" amount={formatMoney(preco)} />
        {linhas.map((line) => (
          <Row
            key={`${line.codigo} ${line.regra?.id}`}
            label={COST_LABELS[line.codigo]}
            amount={formatMoney(-line.valor)}
            detail={<Origin line={line} />}
          />
        ))}
        <Row
          label="Líquido estimado"
          amount={liquido === null ? '—' : formatMoney(liquido)}
          detail={margem === null ? undefined : `${formatPercent(margem)} do preço`}
          isSum
        />
      </dl>
      {falta.length > 0 && (
        <ul className="grid gap-1 rounded-md bg-warning-soft p-3 text-[13px] text-warning-text">
          {falta.map((code) => (
            <li key={code}>{MISSING_TEXTS[code]}</li>
          ))}
        </ul>
      )}
    </>
  );
}

interface RowProps {
  label: string;
  amount: string;
  detail?: React.ReactNode;
  isSum?: boolean;
}

function Row({ label, amount, detail, isSum = false }: RowProps) {
  return (
    <div
      className={`grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 ${isSum ? 'border-border border-t pt-2 font-semibold' : ''}`}
    >
      <dt>{label}</dt>
      <dd className="text-right">{amount}</dd>
      {detail && (
        <dd className="col-span-2 font-normal text-[13px] text-muted [overflow-wrap:anywhere]">{detail}</dd>
      )}
    </div>
  );
}

/** Where an amount comes from. */
function Origin({ line: { origem, regra } }: { line: Quoted['linhas'][number] }) {
  return regra === null ? FACT_ORIGIN_LABELS[origem] : <RuleOrigin rule={regra} />;
}
