import type { CsvColumn } from '@esteira/validators/csv/csv-columns';
import { type FormEvent, useId, useState } from 'react';
import { formatCount } from '../../../../lib/format/figures';
import { Button } from '../../../../ui/button';
import { Input } from '../../../../ui/forms/input';
import type { Correction } from './corrections';

/** A wrong cell that is being put right. */
export interface WrongCell {
  line: number;
  column: CsvColumn;
  text: string;
  reason: string;
  /** How many cells of its column are wrong with the same text, this one included. */
  equal: number;
}

interface CellCorrectionProps {
  cell: WrongCell;
  supplierNames: readonly string[];
  onCorrect: (correction: Correction) => void;
  onCancel: () => void;
}

/** Puts one cell right, or all that are wrong with the same text. */
export function CellCorrection({ cell, supplierNames, onCorrect, onCancel }: CellCorrectionProps) {
  const { line, column, text, reason, equal } = cell;
  const id = useId();
  const [to, setTo] = useState(text);
  const isSame = to === text;

  function correct(all: boolean) {
    if (!isSame) onCorrect({ column, line: all ? null : line, from: text, to });
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    correct(false);
  }

  return (
    <form
      aria-label={`Corrigir ${column} na linha ${line}`}
      className="grid gap-2 rounded-lg border border-border bg-sunken p-3"
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        event.stopPropagation();
        onCancel();
      }}
    >
      <label htmlFor={id} className="text-[13px] [overflow-wrap:anywhere]">
        <span className="font-medium">
          Linha {line}, {column}
        </span>
        : {reason}
      </label>
      <div className="flex flex-wrap gap-2">
        <Input
          id={id}
          autoFocus
          value={to}
          list={column === 'fornecedor_id' ? `${id}-fornecedores` : undefined}
          onChange={({ target }) => setTo(target.value)}
          className="min-w-40 flex-1 basis-48"
        />
        {column === 'fornecedor_id' && (
          <datalist id={`${id}-fornecedores`}>
            {supplierNames.map((name) => (
              <option key={name} value={name} />
            ))}
          </datalist>
        )}
        <Button type="submit" variant="primary" aria-disabled={isSame}>
          Corrigir
        </Button>
        {equal > 1 && (
          <Button aria-disabled={isSame} onClick={() => correct(true)}>
            Aplicar a {formatCount(equal)} iguais
          </Button>
        )}
        <Button variant="ghost" onClick={onCancel}>
          Cancelar
        </Button>
      </div>
    </form>
  );
}
