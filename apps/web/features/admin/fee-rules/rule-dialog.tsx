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
import {
  type FieldError,
  get,
  type Path,
  type UseFormReturn,
  useController,
  useWatch,
} from 'react-hook-form';
import { z } from 'zod';
import { useFirstFocus, useZodForm } from '../../../lib/forms/form';
import { detailOf } from '../../../lib/forms/problem';
import { useSingleFlight } from '../../../lib/forms/use-single-flight';
import { Field } from '../../../ui/forms/field';
import { Input, Select } from '../../../ui/forms/input';
import { MoneyInput, type MoneyValue, moneyProblem } from '../../../ui/forms/money-input';
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

/** What is wrong with a field of the rule; which fields there are depends on its kind. */
const problemsOf = (form: RuleFormApi) => (name: string) => {
  const error: FieldError | undefined = get(form.formState.errors, `regra.${name}`);
  return error?.message;
};

function CategoryFields({ form }: { form: RuleFormApi }) {
  const ofRule = problemsOf(form);
  const marketplace = useWatch({ control: form.control, name: 'regra.marketplace' });
  // Only Mercado Livre has types of listings.
  const onChange = () => form.setValue('regra.tipo_anuncio', null);
  return (
    <div className="grid gap-4 sm:grid-cols-3">
      <Field label="Marketplace" error={ofRule('marketplace')}>
        {(control) => (
          <Select {...control} {...form.register('regra.marketplace', { onChange })}>
            {MARKETPLACES.map((each) => (
              <option key={each} value={each}>
                {MARKETPLACE_NAMES[each]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label="Categoria" error={ofRule('categoria')} hint="Como o marketplace a chama">
        {(control) => <Input {...control} {...form.register('regra.categoria')} />}
      </Field>
      {marketplace === 'mercadolivre' && (
        <Field label="Tipo de anúncio" error={ofRule('tipo_anuncio')}>
          {(control) => (
            <Select {...control} {...form.register('regra.tipo_anuncio')}>
              <option value="">Qualquer um</option>
              <option value="classico">{LISTING_TYPE_LABELS.classico}</option>
              <option value="premium">{LISTING_TYPE_LABELS.premium}</option>
            </Select>
          )}
        </Field>
      )}
    </div>
  );
}

function RuleFields({ form }: { form: RuleFormApi }) {
  const ofRule = problemsOf(form);
  return (
    <>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        {listFigures(form.getValues('regra') as Added['regra']).map(({ name, label }) => (
          <Figure key={name} form={form} name={`regra.${name}`} label={label} />
        ))}
      </div>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field label="Vale a partir de" error={ofRule('vale_de')}>
          {(control) => <Input {...control} type="date" {...form.register('regra.vale_de')} />}
        </Field>
        <Field
          label="Vale até"
          error={ofRule('vale_ate')}
          hint="Em branco: sem fim previsto. Com fim, a regra anterior volta no dia seguinte"
        >
          {(control) => <Input {...control} type="date" {...form.register('regra.vale_ate')} />}
        </Field>
      </div>
      <Field
        label="Fonte"
        error={form.formState.errors.fonte?.message}
        hint="Onde foi publicada e em que data"
      >
        {(control) => <Input {...control} {...form.register('fonte')} />}
      </Field>
      <Field label="Endereço da fonte" error={ofRule('endereco')}>
        {(control) => (
          <Input {...control} type="url" placeholder="https://" {...form.register('regra.endereco')} />
        )}
      </Field>
      <Field label="Confiança" error={ofRule('confianca')}>
        {(control) => (
          <Select {...control} {...form.register('regra.confianca')}>
            <option value="">Escolha a confiança</option>
            {CONFIDENCES.map((each) => (
              <option key={each} value={each}>
                {CONFIDENCE_LABELS[each]}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </>
  );
}

interface FigureProps {
  form: RuleFormApi;
  /** Where it stands, which depends on the kind of rule. */
  name: string;
  label: string;
}

function Figure({ form, name, label }: FigureProps) {
  const { field, fieldState } = useController({ control: form.control, name: name as Path<Values> });
  const value = field.value as MoneyValue;
  const error = fieldState.error && (moneyProblem(value) ?? fieldState.error.message);
  return (
    <Field label={label} error={error}>
      {(control) => <MoneyInput {...control} {...field} value={value} />}
    </Field>
  );
}
