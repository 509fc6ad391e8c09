import { toDay } from '@esteira/domain/calendar';
import { MARKETPLACE_NAMES, MARKETPLACES } from '@esteira/domain/marketplaces';
import { LISTING_TYPE_LABELS } from '@esteira/domain/products/listing';
import { CONFIDENCE_LABELS } from '@esteira/domain/profit/cost-texts';
import { CONFIDENCES } from '@esteira/domain/profit/rules/fee-rule';
import type {
  AdminRule,
  ReplacedRule,
  RulePreview,
} from '@esteira/validators/administration/admin-fee-rules';
import { FEE_RULES } from '@esteira/validators/costs/fee-rule-kinds';
import type { feeRule } from '@esteira/validators/costs/fee-rules';
import { requiredText } from '@esteira/validators/wire/text';
import { useState } from 'react';
import { type Path, type UseFormReturn, useWatch } from 'react-hook-form';
import { z } from 'zod';
import { DateField } from '../../../lib/forms/date-field';
import { fieldsOf } from '../../../lib/forms/fields-of';
import { useFirstFocus, useZodForm } from '../../../lib/forms/form';
import { MoneyField } from '../../../lib/forms/money-field';
import { detailOf } from '../../../lib/forms/problem';
import { useSingleFlight } from '../../../lib/forms/use-single-flight';
import { InputField, SelectField } from '../../../ui/forms/fields';
import { DialogForm } from '../../../ui/overlays/dialog-form';
import { FormDialog, useUnsaved } from '../../../ui/overlays/form-dialog';
import { beginRule, type RuleDraft } from './begin-rule';
import { listFigures } from './figures';
import { RulePreviewText } from './rule-preview';
import { useChangeRules, usePreviewRules } from './use-fee-rules';

interface Values {
  fonte: string;
  regra: RuleDraft;
}
interface Added {
  fonte: string;
  regra: z.output<typeof feeRule>;
  substitui?: ReplacedRule;
}

/** Of the kind that the rule is of and stays. */
const schemaOf = (tipo: Values['regra']['tipo']): z.ZodType<Added, Values> =>
  z.object({ fonte: requiredText(200), regra: FEE_RULES[tipo] }) as z.ZodType<Added, Values>;
type RuleFormApi = UseFormReturn<Values, unknown, Added>;

/** What is looked at before it is saved. */
interface Shown {
  added: Added;
  preview: RulePreview;
}

interface RuleDialogProps {
  /** The rule whose sales the new one is for; null: the tariff of a category that has none. */
  replaced: AdminRule | null;
  onClose: () => void;
}

/** A new rule with its first day and its source; what it changes is shown before it is saved. */
export function RuleDialog({ replaced, onClose }: RuleDialogProps) {
  return (
    <FormDialog
      onClose={onClose}
      title="Nova regra"
      description={
        replaced
          ? `Substitui ${replaced.descricao}, que deixa de valer um dia antes.`
          : 'Tarifa de venda de uma categoria. Para mudar outra regra, use Substituir na linha dela.'
      }
    >
      <RuleSteps replaced={replaced} onClose={onClose} />
    </FormDialog>
  );
}

function RuleSteps({ replaced, onClose }: RuleDialogProps) {
  const [begun] = useState(() => beginRule(replaced, toDay(new Date())));
  const form: RuleFormApi = useZodForm(schemaOf(begun.tipo), { fonte: '', regra: begun });
  const [shown, setShown] = useState<Shown | null>(null);
  useUnsaved(form.formState.isDirty || shown !== null, () => form.reset());
  if (shown) return <SaveStep {...shown} onBack={() => setShown(null)} onClose={onClose} />;
  return <FillStep form={form} replaced={replaced} onShow={setShown} onClose={onClose} />;
}

interface FillStepProps extends RuleDialogProps {
  form: RuleFormApi;
  onShow: (shown: Shown) => void;
}

function FillStep({ form, replaced, onShow, onClose }: FillStepProps) {
  const preview = usePreviewRules();
  const look = useSingleFlight(async (rule: Added) => {
    const added = replaced?.regra ? { ...rule, substitui: toReplaced(replaced.id, replaced.regra) } : rule;
    onShow({ added, preview: await preview.mutateAsync({ incluir: [added] }) });
  });
  const [figure] = listFigures(form.getValues('regra') as Added['regra']);
  useFirstFocus(form, (replaced && figure ? `regra.${figure.name}` : 'regra.marketplace') as Path<Values>);
  return (
    <DialogForm
      onSubmit={form.handleSubmit(look)}
      error={preview.error && (detailOf(preview.error) ?? 'Erro ao calcular o que muda')}
      submitLabel="Ver o que muda"
      busy={preview.isPending}
      onCancel={onClose}
    >
      {!replaced && <CategoryFields form={form} />}
      <RuleFields form={form} />
    </DialogForm>
  );
}

/** As the person saw it when the form was opened. */
const toReplaced = (id: string, { vale_de, vale_ate }: NonNullable<AdminRule['regra']>): ReplacedRule => ({
  ...{ id, vale_de, vale_ate },
});

interface SaveStepProps extends Shown {
  onBack: () => void;
  onClose: () => void;
}

function SaveStep({ added, preview, onBack, onClose }: SaveStepProps) {
  const change = useChangeRules('Regra incluída', 'Erro ao salvar a regra');
  const save = useSingleFlight(change.mutateAsync, onClose);
  return (
    <DialogForm
      onSubmit={(event) => {
        event.preventDefault();
        void save({ incluir: [added] });
      }}
      error={change.error && (detailOf(change.error) ?? 'Erro ao salvar a regra')}
      submitLabel="Salvar regra"
      busy={change.isPending}
      cancelLabel="Voltar"
      onCancel={onBack}
    >
      <RulePreviewText preview={preview} />
    </DialogForm>
  );
}

function CategoryFields({ form }: { form: RuleFormApi }) {
  const field = fieldsOf(form);
  const marketplace = useWatch({ control: form.control, name: 'regra.marketplace' });
  // Only Mercado Livre has types of listings.
  const onChange = () => form.setValue('regra.tipo_anuncio', null);
  return (
    <div className="grid gap-4 sm:grid-cols-3">
      <SelectField
        label="Marketplace"
        {...field('regra.marketplace', { onChange })}
        options={MARKETPLACES.map((each) => [each, MARKETPLACE_NAMES[each]])}
      />
      <InputField label="Categoria" hint="Como o marketplace a chama" {...field('regra.categoria')} />
      {marketplace === 'mercadolivre' && (
        <SelectField label="Tipo de anúncio" {...field('regra.tipo_anuncio')}>
          <option value="">Qualquer um</option>
          <option value="classico">{LISTING_TYPE_LABELS.classico}</option>
          <option value="premium">{LISTING_TYPE_LABELS.premium}</option>
        </SelectField>
      )}
    </div>
  );
}

function RuleFields({ form }: { form: RuleFormApi }) {
  const field = fieldsOf(form);
  return (
    <>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        {listFigures(form.getValues('regra') as Added['regra']).map(({ name, label }) => (
          <MoneyField key={name} form={form} name={`regra.${name}` as Path<Values>} label={label} />
        ))}
      </div>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <DateField form={form} name="regra.vale_de" label="Vale a partir de" />
        <DateField
          form={form}
          name="regra.vale_ate"
          label="Vale até"
          hint="Em branco: sem fim previsto. Com fim, a regra anterior volta no dia seguinte"
        />
      </div>
      <InputField label="Fonte" hint="Onde foi publicada e em que data" {...field('fonte')} />
      <InputField label="Endereço da fonte" type="url" placeholder="https://" {...field('regra.endereco')} />
      <SelectField
        label="Confiança"
        {...field('regra.confianca')}
        options={CONFIDENCES.map((each) => [each, CONFIDENCE_LABELS[each]])}
      >
        <option value="">Escolha a confiança</option>
      </SelectField>
    </>
  );
}
