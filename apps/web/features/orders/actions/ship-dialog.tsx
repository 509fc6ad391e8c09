import { markShippedInput, type Order } from '@esteira/validators/orders/order';
import type { z } from 'zod';
import { fieldsOf } from '../../../lib/forms/fields-of';
import { useFirstFocus, useZodForm } from '../../../lib/forms/form';
import { useDraft } from '../../../lib/forms/use-draft';
import { useSingleFlight } from '../../../lib/forms/use-single-flight';
import { Button } from '../../../ui/button';
import { InputField } from '../../../ui/forms/fields';
import { RestoredNote } from '../../../ui/forms/restored-note';
import { DialogActions, DialogBody } from '../../../ui/overlays/dialog';
import { FormDialog, useUnsaved } from '../../../ui/overlays/form-dialog';

export type ShipValues = z.output<typeof markShippedInput>;

interface ShipDialogProps {
  order: Order;
  onShip: (values: ShipValues) => Promise<unknown>;
  onClose: () => void;
}

const EXPLANATION =
  'Você faz este envio. Informe a transportadora e o código de rastreio; o comprador verá os dois.';

/** Asks for what only the seller knows of a parcel that their own carrier brings. */
export function ShipDialog(props: ShipDialogProps) {
  return (
    <FormDialog onClose={props.onClose} title="Enviado ao Cliente" description={EXPLANATION}>
      <ShipForm {...props} />
    </FormDialog>
  );
}

function ShipForm({ order, onShip, onClose }: ShipDialogProps) {
  const form = useZodForm(markShippedInput, { id: order.id, transportadora: '', codigo_rastreio: '' });
  const { isSubmitting } = form.formState;
  const field = fieldsOf(form);
  const draft = useDraft({ form, name: `envio ${order.id}` });
  function close() {
    draft.forget();
    onClose();
  }
  const submit = useSingleFlight(onShip, close);
  useUnsaved(draft.isDirty, draft.forget);
  useFirstFocus(form, 'transportadora');
  const hint = order.marketplace === 'amazon' ? 'A Amazon exige os dois campos' : undefined;

  return (
    <form noValidate className="flex min-h-0 flex-1 flex-col" onSubmit={form.handleSubmit(submit)}>
      <DialogBody className="grid gap-4">
        {draft.restored && <RestoredNote onStartOver={draft.startOver} />}
        <InputField label="Transportadora" hint={hint} autoComplete="off" {...field('transportadora')} />
        <InputField label="Código de rastreio" autoComplete="off" {...field('codigo_rastreio')} />
      </DialogBody>
      <DialogActions>
        <Button onClick={close}>Cancelar</Button>
        <Button type="submit" variant="primary" busy={isSubmitting}>
          Enviado ao Cliente
        </Button>
      </DialogActions>
    </form>
  );
}
