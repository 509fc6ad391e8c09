import { SOLD_DAYS } from '@esteira/validators/csv/stored-product';
import { formatCount } from '../../../../lib/format/figures';

interface OverwriteQuestionProps {
  /** Units sold in the last days of products whose stock the file replaces. */
  sold: number;
  isConfirmed: boolean;
  onChange: (isConfirmed: boolean) => void;
}

/** Asks before the stock of a file that does not know of sales replaces the one that does. */
export function OverwriteQuestion({ sold, isConfirmed, onChange }: OverwriteQuestionProps) {
  const units = sold === 1 ? '1 unidade' : `${formatCount(sold)} unidades`;
  return (
    <label className="flex cursor-pointer items-start gap-2.5 rounded-lg bg-warning-soft px-3 py-2.5">
      <input
        type="checkbox"
        checked={isConfirmed}
        onChange={({ target }) => onChange(target.checked)}
        className="mt-0.5 size-4 shrink-0 accent-primary"
      />
      <span className="grid">
        <span className="font-medium">Substituir o estoque atual pelo do arquivo</span>
        <span className="text-[13px] text-warning-text">
          Você vendeu {units} nos últimos {SOLD_DAYS} dias; o estoque do arquivo substitui o atual. Confira se
          ele já desconta essas vendas, ou tire a coluna estoque do arquivo.
        </span>
      </span>
    </label>
  );
}
