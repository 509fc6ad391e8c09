import { type MarketplaceAccount, renameAccountInput } from '@esteira/validators/marketplaces/accounts';
import { ActForm } from '../../lib/forms/act-form';
import { InputField } from '../../ui/forms/fields';
import { FormDialog } from '../../ui/overlays/form-dialog';
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

function RenameForm({ account: { id, nome }, onClose }: RenameDialogProps) {
  const { rename } = useAccountActions();
  return (
    <ActForm
      schema={renameAccountInput}
      empty={{ conta_id: id, nome }}
      first="nome"
      act={rename}
      label="Salvar"
      onDone={onClose}
      onClose={onClose}
    >
      {(field) => <InputField label="Nome *" aria-required autoComplete="off" {...field('nome')} />}
    </ActForm>
  );
}
