import type { RenameInput } from '@esteira/validators/accounts/account';
import { toast } from 'sonner';
import { trpc } from '../../lib/data/trpc';
import { useLateForm } from '../../lib/forms/late-form';
import { formErrorOf, retryTransient } from '../../lib/forms/problem';
import { useServerFieldErrors } from '../../lib/forms/server-field-errors';
import { useSingleFlight } from '../../lib/forms/use-single-flight';
import { useUser } from '../../lib/session/session';
import { Button } from '../../ui/button';
import { Field } from '../../ui/forms/field';
import { FormError } from '../../ui/forms/form-error';
import { Input } from '../../ui/forms/input';
import { Panel, PanelTitle } from '../../ui/panel';

const loadResolver = async () => (await import('./account-schemas')).renameResolver;

/** The seller's name. */
export function ProfilePanel() {
  const user = useUser();
  const utils = trpc.useUtils();
  const rename = trpc.account.rename.useMutation({
    retry: retryTransient,
    onSuccess: (changed) => {
      utils.auth.me.setData(undefined, changed);
      toast.success('Nome salvo');
    },
  });
  const submit = useSingleFlight(rename.mutateAsync);
  const form = useLateForm<RenameInput>(loadResolver, { nome: user.nome });
  useServerFieldErrors(form, rename.error);
  return (
    <Panel aria-labelledby="nome">
      <PanelTitle>
        <span id="nome">Nome</span>
      </PanelTitle>
      <form noValidate className="grid gap-4 p-4" onSubmit={form.handleSubmit(submit)}>
        <Field label="Seu nome" error={form.formState.errors.nome?.message}>
          {(control) => <Input {...control} autoComplete="name" {...form.register('nome')} />}
        </Field>
        <FormError text={formErrorOf(rename.error, 'Erro ao salvar o nome')} />
        <Button type="submit" busy={rename.isPending} className="justify-self-start">
          Salvar nome
        </Button>
      </form>
    </Panel>
  );
}
