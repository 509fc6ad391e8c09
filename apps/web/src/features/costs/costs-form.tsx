import { toDay } from '@esteira/domain/calendar';
import { isSelfDelivered, REPUTATIONS, TAX_REGIMES } from '@esteira/domain/profit/cost-settings';
import {
  LOGISTICS_LABELS,
  ORIGIN_LABELS,
  REPUTATION_LABELS,
  TAX_REGIME_LABELS,
} from '@esteira/domain/profit/cost-texts';
import { listCategories } from '@esteira/domain/profit/rules/categories';
import { LOGISTICS, ORIGINS } from '@esteira/domain/profit/rules/fee-rule';
import type { FeeTable } from '@esteira/domain/profit/rules/fee-table';
import type { CostSettings, CostSettingsValues } from '@esteira/validators/costs/costs';
import { useWatch } from 'react-hook-form';
import { toast } from 'sonner';
import { trpc } from '../../lib/data/trpc';
import { useLateForm } from '../../lib/forms/late-form';
import { formErrorOf, retryTransient } from '../../lib/forms/problem';
import { useServerFieldErrors } from '../../lib/forms/server-field-errors';
import { useSingleFlight } from '../../lib/forms/use-single-flight';
import { useMayDo } from '../../lib/session/session';
import { Button } from '../../ui/button';
import { FormError } from '../../ui/forms/form-error';
import { Panel, PanelTitle } from '../../ui/panel';
import { AmountField, ChoiceField, type CostsFormApi, YesField } from './costs-fields';
import { TaxHint } from './tax-hint';

const loadResolver = async () => (await import('./costs-schema')).costSettingsResolver;

/** All settings in one form, saved together. */
export function CostsForm({ settings, table }: { settings: CostSettings; table: FeeTable }) {
  const utils = trpc.useUtils();
  const mayChange = useMayDo('changes');
  const form = useLateForm<CostSettingsValues>(loadResolver, settings);
  const save = trpc.costs.saveSettings.useMutation({
    retry: retryTransient,
    onSuccess: (saved) => {
      utils.costs.settings.setData(undefined, saved);
      utils.products.netValues.invalidate();
      form.reset(saved);
      toast.success('Custos salvos');
    },
  });
  const submit = useSingleFlight(save.mutateAsync);
  useServerFieldErrors(form, save.error);
  return (
    <form noValidate onSubmit={form.handleSubmit(submit)}>
      {/* A button that is only hidden is still what Enter in a field presses. */}
      <fieldset disabled={!mayChange} className="grid min-w-0 gap-5">
        <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-2">
          <TaxPanel form={form} table={table} />
          <PerSalePanel form={form} />
          <MercadoLivrePanel form={form} table={table} />
          <AmazonPanel form={form} table={table} />
        </div>
        <FormError text={formErrorOf(save.error, 'Erro ao salvar os custos')} />
        {mayChange && (
          <Button type="submit" variant="primary" busy={save.isPending} className="justify-self-start">
            Salvar custos
          </Button>
        )}
      </fieldset>
    </form>
  );
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
    <Panel aria-labelledby="custos-imposto">
      <PanelTitle>
        <span id="custos-imposto">Imposto</span>
      </PanelTitle>
      <div className="grid gap-4 p-4">
        <ChoiceField
          form={form}
          name="regime"
          label="Regime tributário"
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
            label="Receita da empresa nos últimos 12 meses (R$)"
            hint={<TaxHint table={table} revenue={revenue} />}
          />
        )}
        {regime === 'outro' && (
          <AmountField
            form={form}
            name="aliquota"
            label="Alíquota (%)"
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
    <Panel aria-labelledby="custos-venda">
      <PanelTitle>
        <span id="custos-venda">Em cada venda</span>
      </PanelTitle>
      <div className="grid items-start gap-4 p-4 sm:grid-cols-2">
        <AmountField form={form} name="embalagem" label="Embalagem (R$)" />
        <AmountField form={form} name="outros" label="Outros custos (R$)" />
        <AmountField form={form} name="anuncios" label="Anúncios (%)" hint="Do preço, em média" />
        <AmountField
          form={form}
          name="margem_minima"
          label="Margem mínima (%)"
          hint="A menor margem líquida que você aceita"
        />
        <AmountField form={form} name="devolucoes" label="Devoluções (%)" hint="De cada 100 vendas" />
        <AmountField
          form={form}
          name="perda_devolucao"
          label="Perda por devolução (%)"
          hint="Do custo do produto devolvido"
        />
        {delivers && (
          <AmountField
            form={form}
            name="entrega_propria"
            label="Entrega própria (R$)"
            hint="Quanto custa cada entrega que você mesmo faz"
          />
        )}
      </div>
    </Panel>
  );
}

function MercadoLivrePanel({ form, table }: RulePanelProps) {
  return (
    <Panel aria-labelledby="custos-ml">
      <PanelTitle>
        <span id="custos-ml">Mercado Livre</span>
      </PanelTitle>
      <div className="grid gap-4 p-4">
        <ChoiceField
          form={form}
          name="logistica_ml"
          label="Forma de envio no Mercado Livre"
          choices={choicesOf(LOGISTICS.mercadolivre, LOGISTICS_LABELS)}
        />
        <ChoiceField
          form={form}
          name="reputacao_ml"
          label="Reputação"
          hint="Ela decide o desconto no frete"
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
    <Panel aria-labelledby="custos-amazon">
      <PanelTitle>
        <span id="custos-amazon">Amazon</span>
      </PanelTitle>
      <div className="grid gap-4 p-4">
        <ChoiceField
          form={form}
          name="logistica_amazon"
          label="Forma de envio na Amazon"
          choices={choicesOf(LOGISTICS.amazon, LOGISTICS_LABELS)}
        />
        {logistics === 'dba' && (
          <ChoiceField
            form={form}
            name="origem_amazon"
            label="De onde saem os envios"
            choices={choicesOf(ORIGINS, ORIGIN_LABELS)}
          />
        )}
        <CategoryField form={form} table={table} marketplace="amazon" />
        <YesField form={form} name="plano_individual_amazon" label="Plano Individual" />
        <YesField form={form} name="parcelamento_amazon" label="Parcelamento sem juros" />
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
