import { CSV_COLUMNS, type CsvColumn } from '@esteira/validators/csv/csv-columns';
import { isExportedStock } from '@esteira/validators/csv/exported-stock';
import { normalizeName } from '@esteira/validators/csv/product-csv';
import type { ColumnNames } from '@esteira/validators/csv/read-product-csv';
import { suggestColumn } from '@esteira/validators/csv/suggest-column';
import { useId, useState } from 'react';
import { Button } from '../../../ui/button';
import { Select } from '../../../ui/forms/input';

interface ColumnMatcherProps {
  /** The file's columns. */
  heading: readonly string[];
  names: ColumnNames;
  onMatch: (names: ColumnNames) => void;
}

/** More columns than these are no table of products, and no list that anybody goes through. */
const MAX_MATCHED = 60;

/** Says which column of the file is which: what is obvious is chosen already, the rest left out unless told. */
export function ColumnMatcher({ heading, names, onMatch }: ColumnMatcherProps) {
  const id = useId();
  const columns = heading
    .map((cell) => cell.replace(/^\uFEFF/, '').trim())
    .filter((cell) => cell !== '' && !isExportedStock(cell));
  const [chosen, setChosen] = useState(() => suggest(columns, names));
  if (columns.length > MAX_MATCHED) return null;
  const taken = new Set(Object.values(chosen).filter((column) => column !== null));

  return (
    <form
      aria-labelledby={id}
      className="grid gap-3 rounded-lg border border-border p-3"
      onSubmit={(event) => {
        event.preventDefault();
        onMatch({ ...names, ...chosen });
      }}
    >
      <div className="grid gap-0.5">
        <h3 id={id} className="font-medium">
          Diga o que é cada coluna
        </h3>
        <p className="text-[13px] text-muted">Colunas sem escolha não são importadas.</p>
      </div>
      <ul className="grid gap-2 sm:grid-cols-2">
        {columns.map((column, at) => {
          const name = normalizeName(column);
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have one name, and they never move.
            <li key={at} className="grid gap-1">
              <label htmlFor={`${id}-${at}`} className="truncate text-[13px]">
                {column}
              </label>
              <Select
                id={`${id}-${at}`}
                value={chosen[name] ?? ''}
                onChange={({ target }) =>
                  setChosen({ ...chosen, [name]: (target.value || null) as CsvColumn | null })
                }
              >
                <option value="">Não importar</option>
                {CSV_COLUMNS.map((known) => (
                  <option key={known} value={known} disabled={taken.has(known) && chosen[name] !== known}>
                    {known}
                  </option>
                ))}
              </Select>
            </li>
          );
        })}
      </ul>
      <Button type="submit" className="justify-self-start">
        Usar estas colunas
      </Button>
    </form>
  );
}

/** What was chosen before, else what is obvious; each column of a product once. */
function suggest(columns: readonly string[], names: ColumnNames): Record<string, CsvColumn | null> {
  const chosen: Record<string, CsvColumn | null> = {};
  const taken = new Set<CsvColumn>();
  for (const column of columns) {
    const name = normalizeName(column);
    if (Object.hasOwn(chosen, name)) continue;
    const suggestion = Object.hasOwn(names, name) ? names[name] : suggestColumn(column);
    chosen[name] = suggestion && !taken.has(suggestion) ? suggestion : null;
    if (suggestion) taken.add(suggestion);
  }
  return chosen;
}
