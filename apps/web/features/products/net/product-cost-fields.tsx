import { toDay } from '@esteira/domain/calendar';
import type { Marketplace } from '@esteira/domain/marketplaces';
import type { CostSettings } from '@esteira/domain/profit/cost-settings';
import type { ProductCosts } from '@esteira/domain/profit/product-costs';
import { listCategories } from '@esteira/domain/profit/rules/categories';
import type { FeeTable } from '@esteira/domain/profit/rules/fee-table';
import { fieldsOf } from '../../../lib/forms/fields-of';
import { numeric } from '../../../lib/forms/form';
import { InputField, SelectField } from '../../../ui/forms/fields';
import type { ProductFormApi } from '../form/use-product-form';

interface ProductCostFieldsProps {
  form: ProductFormApi;
  table: FeeTable;
  costs: ProductCosts;
  settings: CostSettings;
}

const MEASURES = [
  ['peso_g', 'Peso embalado (g)'],
  ['altura_cm', 'Altura (cm)'],
  ['largura_cm', 'Largura (cm)'],
  ['comprimento_cm', 'Comprimento (cm)'],
] as const;

/** What the costs of the product depend on besides its prices. Only once they are drawn does the form hold them. */
export function ProductCostFields({ form, table, costs, settings }: ProductCostFieldsProps) {
  const field = fieldsOf(form);
  return (
    <div className="grid grid-cols-2 items-start gap-4 sm:grid-cols-4">
      {MEASURES.map(([name, label]) => (
        <InputField
          key={name}
          label={label}
          type="number"
          min="1"
          step="1"
          inputMode="numeric"
          inputClassName="tabular"
          {...field(`custos.${name}`, { ...numeric, value: costs[name] ?? undefined })}
        />
      ))}
      <CategoryField
        form={form}
        table={table}
        marketplace="mercadolivre"
        stored={costs.categoria_tarifa_ml}
        usual={settings.categoria_ml}
      />
      <CategoryField
        form={form}
        table={table}
        marketplace="amazon"
        stored={costs.categoria_tarifa_amazon}
        usual={settings.categoria_amazon}
      />
      <p className="col-span-full text-[13px] text-muted">
        Do produto embalado. O frete usa o maior entre o peso e o peso cúbico: altura × largura × comprimento
        ÷ 6.000, em kg.
      </p>
    </div>
  );
}

const CATEGORY = {
  mercadolivre: { name: 'categoria_tarifa_ml', label: 'Categoria da tarifa (Mercado Livre)' },
  amazon: { name: 'categoria_tarifa_amazon', label: 'Categoria da tarifa (Amazon)' },
} as const;

interface CategoryFieldProps {
  form: ProductFormApi;
  table: FeeTable;
  marketplace: Marketplace;
  stored: string | null;
  /** The seller's usual one. */
  usual: string | null;
}

function CategoryField({ form, table, marketplace, stored, usual }: CategoryFieldProps) {
  const { name, label } = CATEGORY[marketplace];
  const names = listCategories(table, marketplace, toDay(new Date()));
  return (
    <SelectField
      label={label}
      className="col-span-2"
      {...fieldsOf(form)(`custos.${name}`, { value: stored ?? '' })}
      options={names.map((each) => [each, each])}
    >
      <option value="">{usual === null ? 'Não informada' : `Habitual: ${usual}`}</option>
    </SelectField>
  );
}
