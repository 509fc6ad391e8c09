import { type MarketplaceAccount, renameAccountInput } from '@esteira/validators/marketplaces/accounts';
import { fieldsOf } from '../../lib/forms/fields-of';
import { useFirstFocus, useZodForm } from '../../lib/forms/form';
import { useServerFieldErrors } from '../../lib/forms/server-field-errors';
import { useSingleFlight } from '../../lib/forms/use-single-flight';
import { Button } from '../../ui/button';
import { InputField } from '../../ui/forms/fields';
import { DialogActions, DialogBody } from '../../ui/overlays/dialog';
import { FormDialog, useUnsaved } from '../../ui/overlays/form-dialog';
import { useAccountActions } from './use-connection';

interface RenameDialogProps {
  account: MarketplaceAccount;
  onClose: () => void;
}

/** Takes the seller's name for an account, by which orders and products show it. */
export function RenameDialog(props: RenameDialogProps) {
  return (
    <FormDialog
      onClose={props.onClose}
      title="Nome da conta"
      description="Aparece nos pedidos e nos produtos."
    >
      <RenameForm {...props} />
    </FormDialog>
  );
}

const noop = () => undefined;

function RenameForm({ account: { id, nome }, onClose }: RenameDialogProps) {
  const { rename } = useAccountActions();
  const submit = useSingleFlight(rename.mutateAsync, onClose);
  const form = useZodForm(renameAccountInput, { conta_id: id, nome });
  const field = fieldsOf(form);
  useServerFieldErrors(form, rename.error);
  useUnsaved(form.formState.isDirty, noop);
  useFirstFocus(form, 'nome');
  return (
    <form noValidate className="flex min-h-0 flex-1 flex-col" onSubmit={form.handleSubmit(submit)}>
      <DialogBody className="grid gap-4">
        <InputField label="Nome *" aria-required autoComplete="off" {...field('nome')} />
      </DialogBody>
      <DialogActions>
        <Button onClick={onClose}>Cancelar</Button>
        <Button type="submit" variant="primary" busy={rename.isPending}>
          Salvar
        </Button>
      </DialogActions>
    </form>
  );
}
