import { markShippedInput, type Order } from '@esteira/validators/orders/order';
import type { z } from 'zod';
import { useFirstFocus, useZodForm } from '../../../lib/forms/form';
import { useDraft } from '../../../lib/forms/use-draft';
import { useSingleFlight } from '../../../lib/forms/use-single-flight';
import { Button } from '../../../ui/button';
import { Field } from '../../../ui/forms/field';
import { Input } from '../../../ui/forms/input';
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
  const { errors, isSubmitting } = form.formState;
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
        <Field label="Transportadora" error={errors.transportadora?.message} hint={hint}>
          {(control) => <Input {...control} autoComplete="off" {...form.register('transportadora')} />}
        </Field>
        <Field label="Código de rastreio" error={errors.codigo_rastreio?.message}>
          {(control) => <Input {...control} autoComplete="off" {...form.register('codigo_rastreio')} />}
        </Field>
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
