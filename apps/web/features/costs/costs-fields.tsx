import type { CostSettingsValues } from '@esteira/validators/costs/costs';
import type { ReactNode } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { fieldsOf } from '../../lib/forms/fields-of';
import { MoneyField } from '../../lib/forms/money-field';
import { SelectField } from '../../ui/forms/fields';
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
  return <MoneyField form={form} name={name} label={COSTS_TEXTS[name].label} hint={hint} />;
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
    <SelectField label={label} hint={hint} {...fieldsOf(form)(name)} options={choices}>
      <option value="">Não informado</option>
    </SelectField>
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
