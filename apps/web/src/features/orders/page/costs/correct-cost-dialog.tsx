import { formatMoney } from '@esteira/domain/money';
import { COST_LABELS } from '@esteira/domain/profit/cost-texts';
import { mayBeBilled } from '@esteira/domain/profit/facts/typed-cost';
import { type CorrectCostInput, correctCostInput, type OrderCost } from '@esteira/validators/order-costs';
import { useController } from 'react-hook-form';
import { toast } from 'sonner';
import type { z } from 'zod';
import { trpc } from '../../../../lib/data/trpc';
import { useFirstFocus, useZodForm } from '../../../../lib/forms/form';
import { formErrorOf } from '../../../../lib/forms/problem';
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
  onClose: () => void;
}

const FAILED = 'Erro ao corrigir o custo';

/** What the seller knows better: their own word, or the marketplace's bill. */
export function CorrectCostDialog(props: CorrectCostDialogProps) {
  const { codigo, valor, cobrado } = props.cost;
  const now = valor === null ? 'ainda sem valor' : `hoje ${formatMoney(valor)}`;
  return (
    <FormDialog
      title={`Corrigir: ${COST_LABELS[codigo]}`}
      description={`Do pedido inteiro, ${now}${cobrado ? ', cobrado pelo marketplace' : ''}. O valor anterior fica no histórico, com o estorno.`}
      onClose={props.onClose}
    >
      <CorrectCostForm {...props} />
    </FormDialog>
  );
}

function CorrectCostForm({ orderId, cost, onClose }: CorrectCostDialogProps) {
  const { codigo, valor, cobrado } = cost;
  const form = useZodForm(correctCostInput, {
    ...{ id: orderId, codigo, fatura: cobrado },
    ...(valor !== null && { valor }),
  });
  const { errors, isDirty } = form.formState;
  const { field } = useController({ control: form.control, name: 'valor' });
  const correct = useCorrectCost(orderId);
  const submit = useSingleFlight(correct.mutateAsync, onClose);
  useUnsaved(isDirty, () => form.reset());
  useFirstFocus(form, 'valor');
  useServerFieldErrors(form, correct.error);
  const error = errors.valor && (moneyProblem(field.value) ?? errors.valor.message);
  return (
    <DialogForm
      onSubmit={form.handleSubmit(submit)}
      error={formErrorOf(correct.error, FAILED)}
      submitLabel="Corrigir"
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
    <label className="flex items-start gap-2 text-[13px]">
      <input type="checkbox" className="mt-0.5" {...form.register('fatura')} />
      Está assim na fatura do marketplace
    </label>
  );
}

function useCorrectCost(orderId: string) {
  const utils = trpc.useUtils();
  return trpc.orders.correctCost.useMutation({
    onSuccess: (costs) => {
      utils.orders.costs.setData({ id: orderId }, costs);
      void utils.dashboard.invalidate();
      toast.success('Custo corrigido!');
    },
    onError: (error) => toastFailure(error, FAILED),
  });
}
