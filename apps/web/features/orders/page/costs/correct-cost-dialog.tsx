import { formatMoney } from '@esteira/domain/money';
import { COST_LABELS } from '@esteira/domain/profit/cost-texts';
import { mayBeBilled } from '@esteira/domain/profit/facts/typed-cost';
import {
  type CorrectCostInput,
  correctCostInput,
  type OrderCost,
} from '@esteira/validators/costs/order-costs';
import { useState } from 'react';
import { useController } from 'react-hook-form';
import { toast } from 'sonner';
import type { z } from 'zod';
import { trpc } from '../../../../lib/data/trpc';
import { useFirstFocus, useZodForm } from '../../../../lib/forms/form';
import { conflictsOf, formErrorOf } from '../../../../lib/forms/problem';
import { useServerFieldErrors } from '../../../../lib/forms/server-field-errors';
import { useSingleFlight } from '../../../../lib/forms/use-single-flight';
import { toastFailure } from '../../../../lib/toasts';
import { Field } from '../../../../ui/forms/field';
import { MoneyInput, moneyProblem } from '../../../../ui/forms/money-input';
import { DialogForm } from '../../../../ui/overlays/dialog-form';
import { FormDialog, useUnsaved } from '../../../../ui/overlays/form-dialog';

interface CorrectCostDialogProps {
  orderId: string;
  cost: Pick<OrderCost, 'codigo' | 'valor' | 'cobrado'>;
  /** The order has no such cost yet. */
  isNew: boolean;
  onClose: () => void;
}

const CORRECTING = { submit: 'Corrigir', done: 'Custo corrigido!', failed: 'Erro ao corrigir o custo' };
const ADDING = { submit: 'Acrescentar', done: 'Custo acrescentado!', failed: 'Erro ao acrescentar o custo' };

/** What the seller knows better: their own word, or the marketplace's bill. */
export function CorrectCostDialog({ orderId, cost, onClose, ...props }: CorrectCostDialogProps) {
  // What was added is there before the dialog is gone, and must not look like a correction then.
  const [isNew] = useState(props.isNew);
  return (
    <FormDialog
      title={isNew ? 'Acrescentar um custo' : `Corrigir: ${COST_LABELS[cost.codigo]}`}
      description={isNew ? 'Vale para o pedido inteiro.' : describe(cost)}
      onClose={onClose}
    >
      <CorrectCostForm orderId={orderId} cost={cost} isNew={isNew} onClose={onClose} />
    </FormDialog>
  );
}

function describe({ valor }: CorrectCostDialogProps['cost']): string {
  if (valor === null) return 'Vale para o pedido inteiro, que ainda não tem este valor.';
  return `Vale para o pedido inteiro. Valor atual: ${formatMoney(valor)}. O anterior continua no histórico.`;
}

function CorrectCostForm({ orderId, cost, isNew, onClose }: CorrectCostDialogProps) {
  const { codigo, valor, cobrado } = cost;
  const texts = isNew ? ADDING : CORRECTING;
  const form = useZodForm(correctCostInput, {
    ...{ id: orderId, codigo, fatura: cobrado, valor_anterior: valor },
    ...(valor !== null && { valor }),
  });
  const { errors, isDirty } = form.formState;
  const { field } = useController({ control: form.control, name: 'valor' });
  const correct = useCorrectCost(orderId, texts);
  // Where somebody else changed the cost meanwhile: saving once more is a change of the value that was shown.
  const [atual] = conflictsOf(correct.error).map((conflict) => conflict.atual as number | null);
  const submit = useSingleFlight(
    (values: CorrectCostInput) =>
      correct.mutateAsync(atual === undefined ? values : { ...values, valor_anterior: atual }),
    onClose,
  );
  useUnsaved(isDirty, () => form.reset());
  useFirstFocus(form, 'valor');
  useServerFieldErrors(form, correct.error);
  const error = errors.valor && (moneyProblem(field.value) ?? errors.valor.message);
  return (
    <DialogForm
      onSubmit={form.handleSubmit(submit)}
      error={withCurrent(formErrorOf(correct.error, texts.failed), atual)}
      submitLabel={texts.submit}
      busy={correct.isPending}
      onCancel={onClose}
    >
      <Field label="Valor (R$)" error={error}>
        {(control) => <MoneyInput {...control} {...field} />}
      </Field>
      {mayBeBilled(codigo) && <Bill form={form} isCharged={cobrado} />}
    </DialogForm>
  );
}

function withCurrent(error: string | null, atual: number | null | undefined): string | null {
  return typeof atual === 'number' ? `${error} Valor atual: ${formatMoney(atual)}.` : error;
}

interface BillProps {
  form: ReturnType<typeof useZodForm<z.input<typeof correctCostInput>, CorrectCostInput>>;
  isCharged: boolean;
}

/** What was charged gives way to the bill alone. */
function Bill({ form, isCharged }: BillProps) {
  if (isCharged) {
    return (
      <p className="text-[13px] text-muted">
        O marketplace já cobrou este custo: informe o valor que está na fatura dele.
      </p>
    );
  }
  return (
    <label className="flex min-h-6 cursor-pointer items-center gap-2 text-[13px] max-sm:min-h-10">
      <input type="checkbox" className="size-4.5 shrink-0 accent-primary" {...form.register('fatura')} />
      Este valor está na fatura do marketplace
    </label>
  );
}

function useCorrectCost(orderId: string, texts: typeof CORRECTING) {
  const utils = trpc.useUtils();
  return trpc.orders.correctCost.useMutation({
    onSuccess: (costs) => {
      utils.orders.costs.setData({ id: orderId }, costs);
      void utils.dashboard.invalidate();
      toast.success(texts.done);
    },
    onError: (error) => {
      toastFailure(error, texts.failed);
      if (conflictsOf(error).length > 0) void utils.orders.costs.invalidate({ id: orderId });
    },
  });
}
