import { MARKETPLACES } from '@esteira/domain/marketplaces';
import { formatMoney } from '@esteira/domain/money';
import type { ChangeField } from '@esteira/domain/products/bulk-change';
import { PRICE_FIELD } from '@esteira/domain/products/channels';
import type { PreviewedChange } from '@esteira/validators/products/product-change';
import { clsx } from 'clsx';
import { ArrowRight, TriangleAlert } from 'lucide-react';
import { useEffect, useMemo, useRef } from 'react';
import { formatPercent } from '../../../lib/format/figures';
import { Button } from '../../../ui/button';
import { LineList } from '../../../ui/lists/line-list';
import { DialogActions, DialogBody } from '../../../ui/overlays/dialog';
import { TableFeesNote } from '../net/table-fees-note';
import { byConcern, countProducts, formatValue, summarizePreview } from './change-texts';
import { PRICE_FIELDS, type SharedRule } from './rule-choices';
import { isChanging } from './use-bulk-change';

interface ChangePreviewProps {
  rule: Pick<SharedRule, 'campos'>;
  itens: PreviewedChange[];
  onBack: () => void;
  onApply: () => void;
}

/** What would become of each product; what needs the seller's eye stands first. */
export function ChangePreview({ rule: { campos }, itens, onBack, onApply }: ChangePreviewProps) {
  const products = useMemo(() => byConcern(itens), [itens]);
  const changing = products.filter(({ changes }) => changes.some(isChanging)).length;
  const isNet = itens.some(({ liquido }) => liquido !== null);
  const marketplaces = MARKETPLACES.filter((name) => campos.includes(PRICE_FIELD[name]));
  const heading = useRef<HTMLParagraphElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <>
      <DialogBody className="grid grid-cols-1 content-start gap-4">
        <p ref={heading} tabIndex={-1} className="tabular font-medium outline-none">
          {summarizePreview(itens)}
        </p>
        <LineList
          label="Prévia por produto"
          items={products}
          renderLine={({ changes }) => <PreviewLine changes={changes} isNamed={campos.length > 1} />}
        />
        {isNet && <TableFeesNote marketplaces={marketplaces} />}
        <p className="text-[13px] text-muted">Nada é gravado até você aplicar.</p>
      </DialogBody>
      <DialogActions>
        <Button onClick={onBack}>Voltar</Button>
        <Button variant="primary" disabled={changing === 0} onClick={onApply}>
          {changing === 0 ? 'Aplicar' : `Aplicar a ${countProducts(changing)}`}
        </Button>
      </DialogActions>
    </>
  );
}

interface PreviewLineProps {
  changes: PreviewedChange[];
  /** Several columns change: each says which it is. */
  isNamed: boolean;
}

function PreviewLine({ changes, isNamed }: PreviewLineProps) {
  const { nome = null, sku = null } = changes[0] ?? {};
  return (
    <>
      <p className="flex items-baseline justify-between gap-3">
        <span className="truncate font-medium">{nome ?? 'Produto excluído'}</span>
        {sku && <span className="shrink-0 text-[13px] text-muted">{sku}</span>}
      </p>
      {changes.map((change) => (
        <p key={change.campo} className="tabular flex flex-wrap items-center gap-x-1.5 text-[13px]">
          {isNamed && <span className="w-32 text-muted">{labelOf(change.campo)}</span>}
          {change.erro === null ? (
            <>
              <FromTo
                from={formatValue(change.campo, change.antes)}
                to={formatValue(change.campo, change.depois)}
              />
              <Outcome change={change} />
            </>
          ) : (
            <span className="text-danger-text">{change.erro}</span>
          )}
        </p>
      ))}
    </>
  );
}

const labelOf = (campo: ChangeField) => PRICE_FIELDS.find(({ value }) => value === campo)?.label;

function FromTo({ from, to }: { from: string; to: string }) {
  return (
    <>
      <span className="sr-only">De</span>
      <span className="text-muted">{from}</span>
      <ArrowRight aria-hidden className="size-3.5 text-muted" />
      <span className="sr-only">para</span>
      <span className="font-medium">{to}</span>
    </>
  );
}

/** What a sale leaves before and after: with all costs where they are known, else the profit. */
function Outcome({ change }: { change: PreviewedChange }) {
  const { lucro_antes, lucro, liquido_antes, liquido, margem_liquida } = change;
  const [name, before, after] =
    liquido === null
      ? (['Lucro', lucro_antes, lucro] as const)
      : (['Líquido', liquido_antes, liquido] as const);
  if (after === null) return null;
  const isLoss = after < 0;
  return (
    <span
      className={clsx(
        'ml-auto inline-flex flex-wrap items-center gap-x-1.5',
        isLoss ? 'font-medium text-danger-text' : 'text-success-text',
      )}
    >
      {isLoss && <TriangleAlert aria-hidden className="size-3.5" />}
      {name}
      {before !== null && before !== after && (
        <>
          <span className="font-normal text-muted">{formatMoney(before)}</span>
          <ArrowRight aria-hidden className="size-3.5 text-muted" />
          <span className="sr-only">para</span>
        </>
      )}
      <span>
        {isLoss ? `Prejuízo ${formatMoney(-after)}` : formatMoney(after)}
        {liquido !== null && margem_liquida !== null && ` · margem ${formatPercent(margem_liquida)}`}
      </span>
    </span>
  );
}
