import { extendSubscription } from '@esteira/domain/billing/subscription';
import { formatDate } from '@esteira/domain/calendar';
import { countText } from '@esteira/domain/text/count-text';
import type { AdminUser } from '@esteira/validators/administration/admin';
import { extensionInput } from '@esteira/validators/administration/admin-user-acts';
import { useEffect, useRef, useState } from 'react';
import { DateField } from '../../../lib/forms/date-field';
import { fieldsOf } from '../../../lib/forms/fields-of';
import { useZodForm } from '../../../lib/forms/form';
import { formErrorOf } from '../../../lib/forms/problem';
import { useServerFieldErrors } from '../../../lib/forms/server-field-errors';
import { useSingleFlight } from '../../../lib/forms/use-single-flight';
import { SelectField, TextareaField } from '../../../ui/forms/fields';
import { DialogForm } from '../../../ui/overlays/dialog-form';
import { FormDialog, useUnsaved } from '../../../ui/overlays/form-dialog';
import { useExtendPlan } from '../users/use-user-mutations';

interface ExtendPlanDialogProps {
  user: AdminUser;
  onClose: () => void;
}

/** Gives a user more time than was paid for. */
export function ExtendPlanDialog({ user, onClose }: ExtendPlanDialogProps) {
  const { nome, email, data_expiracao } = user;
  if (data_expiracao === null) return null;
  const ends = new Date(data_expiracao) > new Date() ? 'vale até' : 'acabou em';
  return (
    <FormDialog
      onClose={onClose}
      title="Estender plano"
      description={`O plano de ${nome} (${email}) ${ends} ${formatDate(data_expiracao)}. O tempo a mais não é cobrado, e nenhum estorno o tira.`}
    >
      <ExtendPlanForm id={user.id} expiry={data_expiracao} onClose={onClose} />
    </FormDialog>
  );
}

interface ExtendPlanFormProps {
  id: string;
  /** As it stood when the dialog was opened: what an earlier try extended is not extended again. */
  expiry: string;
  onClose: () => void;
}

const MONTHS = [1, 3, 6, 12] as const;
const UNTIL_DAY = 'dia';

function ExtendPlanForm({ id, expiry, onClose }: ExtendPlanFormProps) {
  const form = useZodForm(extensionInput, { prazo: MONTHS[0], motivo: '' });
  const [choice, setChoice] = useState(String(MONTHS[0]));
  const { errors, isDirty } = form.formState;
  const field = fieldsOf(form);
  const extend = useExtendPlan();
  const submit = useSingleFlight(extend.mutateAsync, onClose);
  const first = useRef<HTMLSelectElement>(null);
  useUnsaved(isDirty, () => form.reset());
  useEffect(() => first.current?.focus(), []);
  useServerFieldErrors(form, extend.error);

  function choose(value: string) {
    setChoice(value);
    form.setValue('prazo', value === UNTIL_DAY ? '' : Number(value), { shouldDirty: true });
    form.clearErrors('prazo');
  }

  const isUntilDay = choice === UNTIL_DAY;
  return (
    <DialogForm
      onSubmit={form.handleSubmit((values) => submit({ id, data_expiracao: expiry, ...values }))}
      error={formErrorOf(extend.error, 'Erro ao estender o plano')}
      submitLabel="Estender"
      busy={extend.isPending}
      onCancel={onClose}
    >
      <SelectField
        label="Estender por"
        error={isUntilDay ? undefined : errors.prazo?.message}
        hint={isUntilDay ? undefined : `Passa a valer até ${describeEnd(expiry, Number(choice))}`}
        ref={first}
        value={choice}
        onChange={({ target }) => choose(target.value)}
        options={[
          ...MONTHS.map((months) => [months, countText(months, 'mês', 'meses')] as const),
          [UNTIL_DAY, 'Até uma data'],
        ]}
      />
      {isUntilDay && <DateField form={form} name="prazo" label="Vale até" />}
      <TextareaField label="Motivo" hint="Fica na auditoria" {...field('motivo')} />
    </DialogForm>
  );
}

const describeEnd = (expiry: string, months: number) =>
  formatDate(extendSubscription({ current: new Date(expiry), now: new Date(), months }));
