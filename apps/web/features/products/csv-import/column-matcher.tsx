import { CSV_COLUMNS, type CsvColumn } from '@esteira/validators/csv/csv-columns';
import { isOnlyExported } from '@esteira/validators/csv/exported-stock';
import { type CsvCells, isRequiredColumn, normalizeName } from '@esteira/validators/csv/product-csv';
import type { ColumnNames } from '@esteira/validators/csv/read-product-csv';
import { suggestColumns } from '@esteira/validators/csv/suggest-column';
import { FIELD_LABELS } from '@esteira/validators/wire/problem';
import { useId, useState } from 'react';
import { formatCount } from '../../../lib/format/figures';
import { Button } from '../../../ui/button';
import { Input, Select } from '../../../ui/forms/input';

/** What the seller says of the columns of a file. */
export interface MatchedColumns {
  names: ColumnNames;
  /** What stands in each row of a column that the file lacks. */
  constants: CsvCells;
}

export const UNMATCHED: MatchedColumns = { names: {}, constants: {} };

export interface ColumnMatcherProps {
  /** The file's columns. */
  heading: readonly string[];
  matched: MatchedColumns;
  isUpdate: boolean;
  supplierNames: readonly string[];
  onMatch: (matched: MatchedColumns) => void;
}

/** As many columns are seen at once; of more, only those that mean something. */
const MAX_SHOWN = 20;

/** Says which column of the file is which: what is obvious is chosen already, the rest left out unless told. */
export function ColumnMatcher({ heading, matched, isUpdate, supplierNames, onMatch }: ColumnMatcherProps) {
  const id = useId();
  const columns = toColumns(heading);
  const [suggested] = useState(() => suggest(columns, matched.names));
  const [chosen, setChosen] = useState(suggested);
  const [constants, setConstants] = useState(matched.constants);
  const taken = new Set(Object.values(chosen).filter((column) => column !== null));
  const lacking = CSV_COLUMNS.filter((column) => !isUpdate && isRequiredColumn(column) && !taken.has(column));
  const isLeft = (column: string) => columns.length > MAX_SHOWN && !suggested[normalizeName(column)];
  const left = columns.filter(isLeft);
  const list = (shown: readonly string[]) => (
    <ul className="grid gap-2 sm:grid-cols-2">
      {shown.map((column) => (
        <ColumnChoice
          key={column}
          column={column}
          chosen={chosen[normalizeName(column)] ?? null}
          taken={taken}
          onChoose={(known) => setChosen({ ...chosen, [normalizeName(column)]: known })}
        />
      ))}
    </ul>
  );

  return (
    <form
      aria-labelledby={id}
      className="grid gap-3 rounded-lg border border-border p-3"
      onSubmit={(event) => {
        event.preventDefault();
        const filled = lacking.filter((column) => constants[column]?.trim());
        onMatch({
          names: { ...matched.names, ...chosen },
          constants: Object.fromEntries(filled.map((column) => [column, constants[column]])),
        });
      }}
    >
      <div className="grid gap-0.5">
        <h3 id={id} className="font-medium">
          Diga o que é cada coluna
        </h3>
        <p className="text-[13px] text-muted">Colunas sem escolha não são importadas.</p>
      </div>
      {list(columns.filter((column) => !isLeft(column)))}
      {left.length > 0 && (
        <details open={left.length === columns.length} className="grid gap-2">
          <summary className="cursor-pointer text-[13px]">
            {left.length === 1 ? 'Outra coluna' : `Outras ${formatCount(left.length)} colunas`} do arquivo
          </summary>
          {list(left)}
        </details>
      )}
      {lacking.length > 0 && (
        <ConstantFields
          columns={lacking}
          values={constants}
          supplierNames={supplierNames}
          onChange={setConstants}
        />
      )}
      <Button type="submit" className="justify-self-start">
        Usar estas colunas
      </Button>
    </form>
  );
}

interface ColumnChoiceProps {
  column: string;
  chosen: CsvColumn | null;
  taken: ReadonlySet<CsvColumn>;
  onChoose: (column: CsvColumn | null) => void;
}

function ColumnChoice({ column, chosen, taken, onChoose }: ColumnChoiceProps) {
  const id = useId();
  return (
    <li className="grid gap-1">
      <label htmlFor={id} className="truncate text-[13px]">
        {column}
      </label>
      <Select
        id={id}
        value={chosen ?? ''}
        onChange={({ target }) => onChoose((target.value || null) as CsvColumn | null)}
      >
        <option value="">Não importar</option>
        {CSV_COLUMNS.map((known) => (
          <option key={known} value={known} disabled={taken.has(known) && chosen !== known}>
            {FIELD_LABELS[known]} ({known})
          </option>
        ))}
      </Select>
    </li>
  );
}

/** 'Reconhecemos 8 de 8 colunas. Confira:'; null where a column is missing that every product needs. */
export function describeRecognised(
  heading: readonly string[],
  { names }: MatchedColumns,
  isUpdate: boolean,
): string | null {
  const columns = toColumns(heading);
  const found = new Set(Object.values(suggest(columns, names)));
  const isLacking = (column: CsvColumn) => isRequiredColumn(column) && !found.has(column);
  if (isUpdate ? !found.has('sku') : CSV_COLUMNS.some(isLacking)) return null;
  const count = found.size - Number(found.has(null));
  return `Reconhecemos ${formatCount(count)} de ${formatCount(columns.length)} ${columns.length === 1 ? 'coluna' : 'colunas'}. Confira:`;
}

/** Each name once: columns of one name are chosen together. */
function toColumns(heading: readonly string[]): string[] {
  const byName = new Map<string, string>();
  for (const cell of heading) {
    const name = normalizeName(cell);
    if (name === '' || byName.has(name) || isOnlyExported(cell)) continue;
    byName.set(name, cell.replace(/^\uFEFF/, '').trim());
  }
  return [...byName.values()];
}

/** What was chosen before, else what is obvious; each column of a product once. */
function suggest(columns: readonly string[], names: ColumnNames): Record<string, CsvColumn | null> {
  const suggested = Object.entries(suggestColumns(columns));
  const before = suggested
    .filter(([name]) => Object.hasOwn(names, name))
    .map(([name]) => [name, names[name] ?? null] as const);
  const chosen: Record<string, CsvColumn | null> = {};
  const taken = new Set<CsvColumn | null>();
  for (const [name, column] of [...before, ...suggested]) {
    if (Object.hasOwn(chosen, name)) continue;
    chosen[name] = taken.has(column) ? null : column;
    taken.add(column);
  }
  return chosen;
}

interface ConstantFieldsProps {
  columns: readonly CsvColumn[];
  values: CsvCells;
  supplierNames: readonly string[];
  onChange: (values: CsvCells) => void;
}

/** What stands in every row of the columns that a file lacks: other programs know no supplier, and often no cost. */
function ConstantFields({ columns, values, supplierNames, onChange }: ConstantFieldsProps) {
  const id = useId();
  return (
    <fieldset className="grid gap-2">
      <legend className="font-medium text-[13px]">
        Nenhuma coluna escolhida. Vale para todas as linhas:
      </legend>
      <div className="grid gap-2 sm:grid-cols-2">
        {columns.map((column) => {
          const control = {
            id: `${id}-${column}`,
            value: values[column] ?? '',
            onChange: ({ target }: { target: { value: string } }) =>
              onChange({ ...values, [column]: target.value }),
          };
          return (
            <div key={column} className="grid gap-1">
              <label htmlFor={control.id} className="truncate text-[13px]">
                {FIELD_LABELS[column]} de todas as linhas
              </label>
              {column === 'fornecedor_id' && supplierNames.length > 0 ? (
                <Select {...control}>
                  <option value="">Escolha o fornecedor</option>
                  {supplierNames.map((name) => (
                    <option key={name}>{name}</option>
                  ))}
                </Select>
              ) : (
                <Input autoComplete="off" {...control} />
              )}
            </div>
          );
        })}
      </div>
    </fieldset>
  );
}
