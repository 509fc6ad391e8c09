import { toDay } from '@esteira/domain/calendar';
import { isMoney, toCents } from '@esteira/domain/money';
import { isSelfDelivered, REPUTATIONS, TAX_REGIMES } from '@esteira/domain/profit/cost-settings';
import {
  LOGISTICS_LABELS,
  ORIGIN_LABELS,
  REPUTATION_LABELS,
  TAX_REGIME_LABELS,
} from '@esteira/domain/profit/cost-texts';
import { findSimplesRate } from '@esteira/domain/profit/costs/tax';
import { listCategories } from '@esteira/domain/profit/rules/categories';
import { LOGISTICS, ORIGINS } from '@esteira/domain/profit/rules/fee-rule';
import type { FeeTable } from '@esteira/domain/profit/rules/fee-table';
import type { CostSettingsRecord, CostSettingsValues } from '@esteira/validators/costs/costs';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { toast } from 'sonner';
import { trpc } from '../../lib/data/trpc';
import { useDeferredForm } from '../../lib/forms/deferred-form';
import { ConflictPanel } from '../../lib/forms/edit/conflict-panel';
import { useRecordEdit } from '../../lib/forms/edit/use-record-edit';
import { conflictsOf, formErrorOf, retryTransient } from '../../lib/forms/problem';
import { useServerFieldErrors } from '../../lib/forms/server-field-errors';
import { useSingleFlight } from '../../lib/forms/use-single-flight';
import { useMayDo } from '../../lib/session/session';
import { Button } from '../../ui/button';
import { FormError } from '../../ui/forms/form-error';
import { Panel } from '../../ui/panel';
import { AmountField, ChoiceField, type CostsFormApi, YesField } from './costs-fields';
import { COSTS_TEXTS } from './costs-texts';

const loadResolver = async () => (await import('./costs-schema')).costSettingsResolver;

interface CostsFormProps {
  settings: CostSettingsRecord;
  table: FeeTable;
}

/** All settings in one form, saved together. */
export function CostsForm({ settings, table }: CostsFormProps) {
  const mayChange = useMayDo('changes');
  // What the person saw when the form was opened or saved, whatever arrives meanwhile.
  const [opened, setOpened] = useState(settings);
  const form = useDeferredForm<CostSettingsValues>(loadResolver, settings);
  const save = useEditSettings();
  const edit = useRecordEdit({ form, opened });
  const submit = useSingleFlight(
    (values: CostSettingsValues) => edit.save(values, (mudancas) => save.mutateAsync({ mudancas })),
    (saved) => {
      setOpened(saved);
      form.reset(saved);
      edit.startOver();
    },
  );
  useServerFieldErrors(form, save.error);
  const isConflict = conflictsOf(save.error).length > 0;
  return (
    <form noValidate onSubmit={form.handleSubmit(submit)}>
      {/* A button that is only hidden is still what Enter in a field presses. */}
      <fieldset disabled={!mayChange} className="grid min-w-0 gap-5">
        <ConflictPanel {...edit.conflicts} texts={COSTS_TEXTS} />
        <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-2">
          <TaxPanel form={form} table={table} />
          <PerSalePanel form={form} />
          <MercadoLivrePanel form={form} table={table} />
          <AmazonPanel form={form} table={table} />
        </div>
        <FormError text={isConflict ? null : formErrorOf(save.error, 'Erro ao salvar os custos')} />
        {mayChange && (
          <Button type="submit" variant="primary" busy={save.isPending} className="justify-self-start">
            Salvar custos
          </Button>
        )}
      </fieldset>
    </form>
  );
}

function useEditSettings() {
  const utils = trpc.useUtils();
  return trpc.costs.editSettings.useMutation({
    retry: retryTransient,
    onSuccess: (saved) => {
      utils.costs.settings.setData(undefined, saved);
      utils.products.netValues.invalidate();
      toast.success('Custos salvos');
    },
  });
}

const choicesOf = <Value extends string>(values: readonly Value[], labels: Readonly<Record<Value, string>>) =>
  values.map((value) => [value, labels[value]] as const);

interface RulePanelProps {
  form: CostsFormApi;
  table: FeeTable;
}

function TaxPanel({ form, table }: RulePanelProps) {
  const [regime, revenue] = useWatch({ control: form.control, name: ['regime', 'receita_12_meses'] });
  return (
    <Panel heading="Imposto">
      <div className="grid gap-4 p-4">
        <ChoiceField
          form={form}
          name="regime"
          choices={choicesOf(TAX_REGIMES, TAX_REGIME_LABELS)}
          hint={
            regime === 'mei'
              ? 'O MEI não paga percentual por venda. O DAS mensal não entra nesta conta.'
              : undefined
          }
        />
        {regime === 'simples' && (
          <AmountField
            form={form}
            name="receita_12_meses"
            hint={<TaxHint table={table} revenue={revenue} />}
          />
        )}
        {regime === 'outro' && (
          <AmountField
            form={form}
            name="aliquota"
            hint="Percentual sobre o preço de venda. Pergunte à sua contabilidade."
          />
        )}
      </div>
    </Panel>
  );
}

function PerSalePanel({ form }: { form: CostsFormApi }) {
  const logistics = useWatch({ control: form.control, name: ['logistica_ml', 'logistica_amazon'] });
  const delivers = logistics.some((each) => isSelfDelivered(each || null));
  return (
    <Panel heading="Em cada venda">
      <div className="grid items-start gap-4 p-4 sm:grid-cols-2">
        <AmountField form={form} name="embalagem" />
        <AmountField form={form} name="outros" />
        <AmountField form={form} name="anuncios" hint="Do preço, em média" />
        <AmountField form={form} name="margem_minima" hint="A menor margem líquida que você aceita" />
        <AmountField form={form} name="devolucoes" hint="Quantas de cada 100 vendas voltam" />
        <AmountField form={form} name="perda_devolucao" hint="Quanto do custo se perde" />
        {delivers && (
          <AmountField
            form={form}
            name="entrega_propria"
            hint="Quanto custa cada entrega que você mesmo faz"
          />
        )}
      </div>
    </Panel>
  );
}

function MercadoLivrePanel({ form, table }: RulePanelProps) {
  return (
    <Panel heading="Mercado Livre">
      <div className="grid gap-4 p-4">
        <ChoiceField
          form={form}
          name="logistica_ml"
          choices={choicesOf(LOGISTICS.mercadolivre, LOGISTICS_LABELS)}
        />
        <ChoiceField
          form={form}
          name="reputacao_ml"
          hint="A reputação define o desconto no frete"
          choices={choicesOf(REPUTATIONS, REPUTATION_LABELS)}
        />
        <CategoryField form={form} table={table} marketplace="mercadolivre" />
      </div>
    </Panel>
  );
}

function AmazonPanel({ form, table }: RulePanelProps) {
  const logistics = useWatch({ control: form.control, name: 'logistica_amazon' });
  return (
    <Panel heading="Amazon">
      <div className="grid gap-4 p-4">
        <ChoiceField
          form={form}
          name="logistica_amazon"
          choices={choicesOf(LOGISTICS.amazon, LOGISTICS_LABELS)}
        />
        {logistics === 'dba' && (
          <ChoiceField form={form} name="origem_amazon" choices={choicesOf(ORIGINS, ORIGIN_LABELS)} />
        )}
        <CategoryField form={form} table={table} marketplace="amazon" />
        <YesField form={form} name="plano_individual_amazon" />
        <YesField form={form} name="parcelamento_amazon" />
      </div>
    </Panel>
  );
}

const CATEGORY_FIELDS = { mercadolivre: 'categoria_ml', amazon: 'categoria_amazon' } as const;

interface CategoryFieldProps extends RulePanelProps {
  marketplace: keyof typeof CATEGORY_FIELDS;
}

function CategoryField({ form, table, marketplace }: CategoryFieldProps) {
  const names = listCategories(table, marketplace, toDay(new Date()));
  return (
    <ChoiceField
      form={form}
      name={CATEGORY_FIELDS[marketplace]}
      label="Categoria habitual"
      hint="Vale para produtos sem categoria própria"
      choices={names.map((name) => [name, name])}
    />
  );
}

/** Millionths in a percent. */
const PERCENT = 10_000;
const rateFormat = new Intl.NumberFormat('pt-BR', { minimumFractionDigits: 2, maximumFractionDigits: 4 });

/** The rate that the revenue typed so far leads to. */
function TaxHint({ table, revenue }: { table: FeeTable; revenue: unknown }) {
  if (typeof revenue !== 'number' || !isMoney(revenue) || revenue < 0) {
    return <>De todos os canais, também dos que a Esteira não vê. Ela decide a alíquota.</>;
  }
  const rate = findSimplesRate(table, toDay(new Date()), toCents(revenue));
  if (rate === null) return <>Acima do limite do Simples Nacional</>;
  return <>Alíquota efetiva: {rateFormat.format(rate / PERCENT)}%</>;
}
