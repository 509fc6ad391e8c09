import type { MarketplaceAccount } from '@esteira/validators/marketplaces/accounts';
import { adoptInput } from '@esteira/validators/marketplaces/integration';
import { fieldsOf } from '../../lib/forms/fields-of';
import { useFirstFocus, useZodForm } from '../../lib/forms/form';
import { useServerFieldErrors } from '../../lib/forms/server-field-errors';
import { useSingleFlight } from '../../lib/forms/use-single-flight';
import { Button } from '../../ui/button';
import { InputField } from '../../ui/forms/fields';
import { DialogActions, DialogBody } from '../../ui/overlays/dialog';
import { FormDialog, useUnsaved } from '../../ui/overlays/form-dialog';
import { useConnectWithRefreshToken } from './use-connection';

const TITLE = 'Conectar a Amazon';
const EXPLANATION =
  'Para uma aplicação privada: no Seller Central, autorize a aplicação e copie o refresh token que ela mostra.';

interface RefreshTokenProps {
  onClose: () => void;
  /** The account that is to be connected again; absent: whichever comes. */
  conta_id?: MarketplaceAccount['id'] | undefined;
}

/** Takes the refresh token of Amazon's private applications: a secret, which is kept nowhere while it is half typed. */
export function RefreshTokenDialog(props: RefreshTokenProps) {
  return (
    <FormDialog onClose={props.onClose} title={TITLE} description={EXPLANATION}>
      <RefreshTokenForm {...props} />
    </FormDialog>
  );
}

const noop = () => undefined;

function RefreshTokenForm({ onClose, conta_id }: RefreshTokenProps) {
  const adopt = useConnectWithRefreshToken();
  const submit = useSingleFlight(adopt.mutateAsync, onClose);
  const form = useZodForm(adoptInput, {
    marketplace: 'amazon',
    conta_id,
    refresh_token: '',
    vendedor_id: '',
  });
  const { isDirty } = form.formState;
  const field = fieldsOf(form);
  useServerFieldErrors(form, adopt.error);
  useUnsaved(isDirty, noop);
  useFirstFocus(form, 'refresh_token');

  return (
    <form noValidate className="flex min-h-0 flex-1 flex-col" onSubmit={form.handleSubmit(submit)}>
      <DialogBody className="grid gap-4">
        <InputField
          label="Refresh token *"
          hint="Começa com Atzr|"
          type="password"
          aria-required
          autoComplete="off"
          {...field('refresh_token')}
        />
        <InputField
          label="ID do vendedor *"
          hint="No Seller Central: Configurações, Informações da conta, Token do vendedor"
          aria-required
          autoComplete="off"
          {...field('vendedor_id')}
        />
      </DialogBody>
      <DialogActions>
        <Button onClick={onClose}>Cancelar</Button>
        <Button type="submit" variant="primary" busy={adopt.isPending}>
          Conectar
        </Button>
      </DialogActions>
    </form>
  );
}
