import { adoptInput } from '@esteira/validators/marketplaces/integration';
import { useFirstFocus, useZodForm } from '../../lib/forms/form';
import { useServerFieldErrors } from '../../lib/forms/server-field-errors';
import { useSingleFlight } from '../../lib/forms/use-single-flight';
import { Button } from '../../ui/button';
import { Field } from '../../ui/forms/field';
import { Input } from '../../ui/forms/input';
import { DialogActions, DialogBody } from '../../ui/overlays/dialog';
import { FormDialog, useUnsaved } from '../../ui/overlays/form-dialog';
import { useConnectWithRefreshToken } from './use-connection';

const TITLE = 'Conectar a Amazon';
const EXPLANATION =
  'Para uma aplicação privada: no Seller Central, autorize a aplicação e copie o refresh token que ela mostra.';

/** Takes the refresh token of Amazon's private applications: a secret, which is kept nowhere while it is half typed. */
export function RefreshTokenDialog({ onClose }: { onClose: () => void }) {
  return (
    <FormDialog onClose={onClose} title={TITLE} description={EXPLANATION}>
      <RefreshTokenForm onClose={onClose} />
    </FormDialog>
  );
}

const noop = () => undefined;

function RefreshTokenForm({ onClose }: { onClose: () => void }) {
  const adopt = useConnectWithRefreshToken();
  const submit = useSingleFlight(adopt.mutateAsync, onClose);
  const form = useZodForm(adoptInput, { marketplace: 'amazon', refresh_token: '', vendedor_id: '' });
  const { errors, isDirty } = form.formState;
  useServerFieldErrors(form, adopt.error);
  useUnsaved(isDirty, noop);
  useFirstFocus(form, 'refresh_token');

  return (
    <form noValidate className="flex min-h-0 flex-1 flex-col" onSubmit={form.handleSubmit(submit)}>
      <DialogBody className="grid gap-4">
        <Field label="Refresh token *" error={errors.refresh_token?.message} hint="Começa com Atzr|">
          {(control) => (
            <Input
              {...control}
              type="password"
              aria-required
              autoComplete="off"
              {...form.register('refresh_token')}
            />
          )}
        </Field>
        <Field
          label="ID do vendedor *"
          error={errors.vendedor_id?.message}
          hint="No Seller Central: Configurações, Informações da conta, Token do vendedor"
        >
          {(control) => (
            <Input {...control} aria-required autoComplete="off" {...form.register('vendedor_id')} />
          )}
        </Field>
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
