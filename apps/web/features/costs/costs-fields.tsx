import type { CostSettingsValues } from '@esteira/validators/costs/costs';
import type { ReactNode } from 'react';
import { type UseFormReturn, useController } from 'react-hook-form';
import { Field } from '../../ui/forms/field';
import { Select } from '../../ui/forms/input';
import { MoneyInput, moneyProblem } from '../../ui/forms/money-input';
import { COSTS_TEXTS } from './costs-texts';

export type CostsFormApi = UseFormReturn<CostSettingsValues>;

interface AmountFieldProps {
  form: CostsFormApi;
  name: AmountName;
  hint?: ReactNode;
}

type AmountName =
  | 'receita_12_meses'
  | 'aliquota'
  | 'anuncios'
  | 'devolucoes'
  | 'perda_devolucao'
  | 'embalagem'
  | 'outros'
  | 'margem_minima'
  | 'entrega_propria';

/** An amount in reais or in percent, as its label says; with at most two decimals both. */
export function AmountField({ form, name, hint }: AmountFieldProps) {
  const { field, fieldState } = useController({ control: form.control, name });
  const error = fieldState.error && (moneyProblem(field.value) ?? fieldState.error.message);
  return (
    <Field label={COSTS_TEXTS[name].label} error={error} hint={hint}>
      {(control) => <MoneyInput {...control} {...field} />}
    </Field>
  );
}

interface ChoiceFieldProps {
  form: CostsFormApi;
  name:
    | 'regime'
    | 'reputacao_ml'
    | 'logistica_ml'
    | 'logistica_amazon'
    | 'origem_amazon'
    | 'categoria_ml'
    | 'categoria_amazon';
  /** Where the form calls it otherwise than a list of fields does. */
  label?: string;
  hint?: ReactNode;
  /** What is stored of each choice, and what is shown. */
  choices: readonly (readonly [value: string, label: string])[];
}

/** One of several, or nothing said. */
export function ChoiceField({
  form,
  name,
  label = COSTS_TEXTS[name].label,
  hint,
  choices,
}: ChoiceFieldProps) {
  return (
    <Field label={label} error={form.formState.errors[name]?.message} hint={hint}>
      {(control) => (
        <Select {...control} {...form.register(name)}>
          <option value="">Não informado</option>
          {choices.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}

interface YesFieldProps {
  form: CostsFormApi;
  name: 'plano_individual_amazon' | 'parcelamento_amazon';
}

export function YesField({ form, name }: YesFieldProps) {
  return (
    <label className="flex cursor-pointer items-start gap-2.5 text-sm">
      <input type="checkbox" className="mt-0.5 size-4 shrink-0 accent-primary" {...form.register(name)} />
      {COSTS_TEXTS[name].label}
    </label>
  );
}
