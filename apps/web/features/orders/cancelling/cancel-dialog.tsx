import { CANCEL_REASONS } from '@esteira/domain/orders/cancelling';
import { nameOrder } from '@esteira/domain/orders/order-name';
import { countText } from '@esteira/domain/text/count-text';
import { cancelInput, type Order } from '@esteira/validators/orders/order';
import { useEffect, useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { toast } from 'sonner';
import { trpc } from '../../../lib/data/trpc';
import { useZodForm } from '../../../lib/forms/form';
import { useDraft } from '../../../lib/forms/use-draft';
import { useSingleFlight } from '../../../lib/forms/use-single-flight';
import { waitedFor } from '../../../lib/reload';
import { toastDetail } from '../../../lib/toasts';
import { Button } from '../../../ui/button';
import { InputField, SelectField } from '../../../ui/forms/fields';
import { RestoredNote } from '../../../ui/forms/restored-note';
import { DialogActions, DialogBody } from '../../../ui/overlays/dialog';
import { FormDialog, useUnsaved } from '../../../ui/overlays/form-dialog';
import { usePatchOrder } from '../actions/use-patch-order';

interface CancelDialogProps {
  order: Order;
  onClose: () => void;
}

const OTHER = 'outro';

const isListed = (reason: string) => CANCEL_REASONS.some((each) => each === reason);

/** Asks why, and says what it does: it cannot be undone. */
export function CancelDialog({ order, onClose }: CancelDialogProps) {
  const units = countText(order.quantidade, 'unidade volta', 'unidades voltam');
  return (
    <FormDialog
      onClose={onClose}
      title="Cancelar pedido"
      description={`#${order.ml_order_id} · ${nameOrder(order)}. ${units} ao estoque. Não é possível desfazer.`}
    >
      <CancelForm order={order} onClose={onClose} />
    </FormDialog>
  );
}

function CancelForm({ order, onClose }: CancelDialogProps) {
  const form = useZodForm(cancelInput, { id: order.id, motivo: '' });
  const { errors, isSubmitting } = form.formState;
  const draft = useDraft({ form, name: `cancelamento ${order.id}` });
  const reason = useWatch({ control: form.control, name: 'motivo' });
  const [isOther, setOther] = useState(false);
  const select = useRef<HTMLSelectElement>(null);
  const isUnlisted = reason !== '' && !isListed(reason);
  const isTyped = isOther || isUnlisted;
  const cancel = useCancelOrder();

  function close() {
    draft.forget();
    onClose();
  }

  function choose(value: string) {
    setOther(value === OTHER);
    form.clearErrors();
    form.setValue('motivo', value === OTHER ? '' : value, { shouldDirty: true });
  }

  function startOver() {
    setOther(false);
    draft.startOver();
  }

  const submit = useSingleFlight(cancel.mutateAsync, close);
  useUnsaved(draft.isDirty, draft.forget);
  useEffect(() => select.current?.focus(), []);
  // One that was given back is erased in the field that it stands in.
  useEffect(() => {
    if (isUnlisted) setOther(true);
  }, [isUnlisted]);
  const error = errors.motivo?.message;

  return (
    <form
      noValidate
      className="flex min-h-0 flex-1 flex-col"
      onSubmit={form.handleSubmit(submit, () => isTyped || select.current?.focus())}
    >
      <DialogBody className="grid gap-4">
        {draft.restored && <RestoredNote onStartOver={startOver} />}
        <SelectField
          label="Motivo"
          error={isTyped ? undefined : error}
          ref={select}
          value={isTyped ? OTHER : reason}
          onChange={(event) => choose(event.target.value)}
          options={[...CANCEL_REASONS.map((each) => [each, each] as const), [OTHER, 'Outro motivo']]}
        >
          <option value="">Escolha o motivo</option>
        </SelectField>
        {isTyped && (
          <InputField label="Qual motivo?" error={error} autoComplete="off" {...form.register('motivo')} />
        )}
      </DialogBody>
      <DialogActions>
        <Button onClick={close}>Voltar</Button>
        <Button type="submit" variant="danger" busy={isSubmitting || cancel.isPending}>
          Cancelar pedido
        </Button>
      </DialogActions>
    </form>
  );
}

/** Cancels an order with its reason; orders, figures and the stock that came back are read again. */
function useCancelOrder() {
  const utils = trpc.useUtils();
  const patch = usePatchOrder();
  return trpc.orders.cancel.useMutation({
    onSuccess: async (order) => {
      toast.success('Pedido cancelado!');
      await patch(order.id, order);
    },
    onError: (error) => toastDetail(error, 'Erro ao cancelar pedido'),
    onSettled: (_data, error) =>
      waitedFor(
        Promise.all([utils.orders.invalidate(), utils.dashboard.invalidate(), utils.products.invalidate()]),
        error,
      ),
  });
}
