import type { ReactNode } from 'react';
import { useController } from 'react-hook-form';
import { Field } from '../../../ui/forms/field';
import { MoneyInput, moneyProblem } from '../../../ui/forms/money-input';
import type { ProductFormApi } from './use-product-form';

interface MoneyFieldProps {
  form: ProductFormApi;
  name: 'preco_fornecedor' | 'preco_venda_ml' | 'preco_venda_amazon';
  label: string;
  hint?: ReactNode;
  placeholder?: string;
}

/** A price of the product form. The schema validates the amount; text that is no amount gets the parser's reason. */
export function MoneyField({ form, name, label, hint, placeholder }: MoneyFieldProps) {
  const { field, fieldState } = useController({ control: form.control, name });
  const error = fieldState.error && (moneyProblem(field.value) ?? fieldState.error.message);
  return (
    <Field label={label} error={error} hint={hint} className="col-span-3 sm:col-span-2">
      {(control) => (
        <MoneyInput
          {...control}
          {...field}
          aria-required={label.endsWith('*') || undefined}
          placeholder={placeholder}
        />
      )}
    </Field>
  );
}
