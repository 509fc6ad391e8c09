import type { AccountNames, OwnUser } from '@esteira/validators/accounts/account';
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
import { EditedRow } from './account-row';

const loadResolver = async () => (await import('./account-schemas')).accountNamesResolver;

const TEXTS = { nome: { label: 'Nome' }, nome_loja: { label: 'Nome da loja' } };

/** The person's name and, where they own the shop, the shop's. */
export function ProfilePanel() {
  const user = useUser();
  const utils = trpc.useUtils();
  const [isOpen, setOpen] = useState(false);
  // What the person saw when the form was opened or saved, whatever arrives meanwhile.
  const [opened, setOpened] = useState(namesOf(user));
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
  const form = useDeferredForm(loadResolver, toFields(opened));
  const field = fieldsOf(form);
  const edit = useRecordEdit({ form, opened });
  function startFrom(saved: OwnUser) {
    setOpened(namesOf(saved));
    form.reset(toFields(namesOf(saved)));
    edit.startOver();
  }
  const submit = useSingleFlight(
    (values: AccountNames) => edit.save(values, (mudancas) => save.mutateAsync({ mudancas })),
    (saved) => {
      startFrom(saved);
      setOpen(false);
    },
  );
  useServerFieldErrors(form, save.error);
  const { isDirty } = form.formState;
  function open(opens: boolean) {
    if (opens && !isDirty) startFrom(user);
    setOpen(opens);
  }
  const isConflict = conflictsOf(save.error).length > 0;
  const value = (
    <>
      <p>{user.nome}</p>
      {!user.equipe && <p className="text-muted">Nome da loja: {user.nome_loja ?? 'não informado'}</p>}
    </>
  );
  return (
    <EditedRow label="Nome" value={value} isOpen={isOpen} onOpen={open}>
      <form noValidate className="grid gap-4" onSubmit={form.handleSubmit(submit)}>
        <ConflictPanel {...edit.conflicts} texts={TEXTS} />
        <InputField label="Seu nome" autoComplete="name" {...field('nome')} />
        {!user.equipe && (
          <InputField
            label="Nome da loja (opcional)"
            autoComplete="organization"
            hint="Seus fornecedores e as etiquetas mostram este nome. Sem ele, mostram o seu."
            {...field('nome_loja')}
          />
        )}
        <FormError text={isConflict ? null : formErrorOf(save.error, 'Erro ao salvar o nome')} />
        <Button type="submit" busy={save.isPending} className="justify-self-start">
          Salvar nome
        </Button>
      </form>
    </EditedRow>
  );
}

const namesOf = ({ nome, nome_loja }: OwnUser): AccountNames => ({ nome, nome_loja: nome_loja ?? null });
const toFields = ({ nome, nome_loja }: AccountNames) => ({ nome, nome_loja: nome_loja ?? '' });
