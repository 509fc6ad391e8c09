import type { CsvColumn } from '@esteira/validators/csv/csv-columns';
import type { CsvCells } from '@esteira/validators/csv/product-csv';
import { useId } from 'react';
import { Input, Select } from '../../../ui/forms/input';

interface ConstantFieldsProps {
  columns: readonly CsvColumn[];
  values: CsvCells;
  supplierNames: readonly string[];
  onChange: (values: CsvCells) => void;
}

/** What stands in every row of the columns that a file lacks: other programs know no supplier, and often no cost. */
export function ConstantFields({ columns, values, supplierNames, onChange }: ConstantFieldsProps) {
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
                {column} de todas as linhas
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
