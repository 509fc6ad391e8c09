import type { RenameInput } from '@esteira/validators/accounts/account';
import { useState } from 'react';
import { toast } from 'sonner';
import { trpc } from '../../lib/data/trpc';
import { useDeferredForm } from '../../lib/forms/deferred-form';
import { ConflictPanel } from '../../lib/forms/edit/conflict-panel';
import { useRecordEdit } from '../../lib/forms/edit/use-record-edit';
import { fieldsOf } from '../../lib/forms/fields-of';
import { conflictsOf, formErrorOf, retryTransient } from '../../lib/forms/problem';
import { useServerFieldErrors } from '../../lib/forms/server-field-errors';
import { useSingleFlight } from '../../lib/forms/use-single-flight';
import { useUser } from '../../lib/session/session';
import { Button } from '../../ui/button';
import { InputField } from '../../ui/forms/fields';
import { FormError } from '../../ui/forms/form-error';
import { Panel } from '../../ui/panel';

const loadResolver = async () => (await import('./account-schemas')).renameResolver;

const TEXTS = { nome: { label: 'Nome' } };

/** The seller's name. */
export function ProfilePanel() {
  const user = useUser();
  const utils = trpc.useUtils();
  // What the person saw when the form was opened or saved, whatever arrives meanwhile.
  const [opened, setOpened] = useState({ nome: user.nome });
  const save = trpc.account.edit.useMutation({
    retry: retryTransient,
    onSuccess: (changed) => {
      utils.auth.me.setData(undefined, changed);
      toast.success('Nome salvo');
    },
    onError: (error) => {
      // The name at the menu is the one that somebody else saved.
      if (conflictsOf(error).length > 0) void utils.auth.me.invalidate();
    },
  });
  const form = useDeferredForm<RenameInput>(loadResolver, opened);
  const field = fieldsOf(form);
  const edit = useRecordEdit({ form, opened });
  const submit = useSingleFlight(
    (values: RenameInput) => edit.save(values, (mudancas) => save.mutateAsync({ mudancas })),
    ({ nome }) => {
      setOpened({ nome });
      form.reset({ nome });
      edit.startOver();
    },
  );
  useServerFieldErrors(form, save.error);
  const isConflict = conflictsOf(save.error).length > 0;
  return (
    <Panel heading="Nome">
      <form noValidate className="grid gap-4 p-4" onSubmit={form.handleSubmit(submit)}>
        <ConflictPanel {...edit.conflicts} texts={TEXTS} />
        <InputField label="Seu nome" autoComplete="name" {...field('nome')} />
        <FormError text={isConflict ? null : formErrorOf(save.error, 'Erro ao salvar o nome')} />
        <Button type="submit" busy={save.isPending} className="justify-self-start">
          Salvar nome
        </Button>
      </form>
    </Panel>
  );
}
