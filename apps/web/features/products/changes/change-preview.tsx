import type { Marketplace } from '@esteira/domain/marketplaces';
import { formatMoney } from '@esteira/domain/money';
import type { ChangeField, ChangeRule } from '@esteira/domain/products/bulk-change';
import type { PreviewedChange } from '@esteira/validators/products/product-change';
import { ArrowRight, TriangleAlert } from 'lucide-react';
import { useEffect, useMemo, useRef } from 'react';
import { formatPercent } from '../../../lib/format/figures';
import { Button } from '../../../ui/button';
import { LineList } from '../../../ui/lists/line-list';
import { DialogActions, DialogBody } from '../../../ui/overlays/dialog';
import { TableFeesNote } from '../net/table-fees-note';
import { byConcern, countProducts, formatValue, summarizePreview } from './change-texts';
import { isChanging } from './use-bulk-change';

interface ChangePreviewProps {
  rule: Pick<ChangeRule, 'campo' | 'modo'>;
  itens: PreviewedChange[];
  onBack: () => void;
  onApply: () => void;
}

const PRICED_ON: Partial<Record<ChangeField, Marketplace>> = {
  preco_venda_ml: 'mercadolivre',
  preco_venda_amazon: 'amazon',
};

/** What would become of each product; what needs the seller's eye stands first. */
export function ChangePreview({ rule: { campo, modo }, itens, onBack, onApply }: ChangePreviewProps) {
  const sorted = useMemo(() => byConcern(itens), [itens]);
  const changing = itens.filter(isChanging).length;
  const marketplace = modo === 'margem_liquida' ? PRICED_ON[campo] : undefined;
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
          items={sorted}
          renderLine={(item) => <PreviewLine campo={campo} item={item} />}
        />
        {marketplace && <TableFeesNote marketplace={marketplace} />}
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

function PreviewLine({ campo, item }: { campo: ChangeField; item: PreviewedChange }) {
  const { nome, sku, antes, depois, lucro, erro } = item;
  return (
    <>
      <p className="flex items-baseline justify-between gap-3">
        <span className="truncate font-medium">{nome ?? 'Produto excluído'}</span>
        {sku && <span className="shrink-0 text-[13px] text-muted">{sku}</span>}
      </p>
      {erro === null ? (
        <p className="tabular flex flex-wrap items-center gap-x-1.5 text-[13px]">
          <span className="sr-only">De</span>
          <span className="text-muted">{formatValue(campo, antes)}</span>
          <ArrowRight aria-hidden className="size-3.5 text-muted" />
          <span className="sr-only">para</span>
          <span className="font-medium">{formatValue(campo, depois)}</span>
          {item.liquido !== null ? <Net {...item} /> : lucro !== null && <Profit lucro={lucro} />}
        </p>
      ) : (
        <p className="text-[13px] text-danger-text">{erro}</p>
      )}
    </>
  );
}

/** What a sale leaves at the new price. */
function Net({ liquido, margem_liquida }: Pick<PreviewedChange, 'liquido' | 'margem_liquida'>) {
  if (liquido === null) return null;
  return (
    <span className="ml-auto text-success-text">
      Líquido {formatMoney(liquido)}
      {margem_liquida !== null && ` · margem ${formatPercent(margem_liquida)}`}
    </span>
  );
}

function Profit({ lucro }: { lucro: number }) {
  if (lucro >= 0) return <span className="ml-auto text-success-text">Lucro {formatMoney(lucro)}</span>;
  return (
    <span className="ml-auto inline-flex items-center gap-1 font-medium text-danger-text">
      <TriangleAlert aria-hidden className="size-3.5" />
      Prejuízo {formatMoney(-lucro)}
    </span>
  );
}
