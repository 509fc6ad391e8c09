import { type Supplier, type SupplierInput, supplierInput } from '@esteira/validators/products/supplier';
import { useState } from 'react';
import { ConflictPanel } from '../../lib/forms/edit/conflict-panel';
import { useRecordEdit } from '../../lib/forms/edit/use-record-edit';
import { fieldsOf } from '../../lib/forms/fields-of';
import { useFirstFocus, useZodForm } from '../../lib/forms/form';
import { useServerFieldErrors } from '../../lib/forms/server-field-errors';
import { useDraft } from '../../lib/forms/use-draft';
import { useSingleFlight } from '../../lib/forms/use-single-flight';
import { describePixKey } from '../../parts/payment/describe-pix-key';
import { Button } from '../../ui/button';
import { InputField, TextareaField } from '../../ui/forms/fields';
import { RestoredNote } from '../../ui/forms/restored-note';
import { DialogActions, DialogBody } from '../../ui/overlays/dialog';
import { FormDialog, useUnsaved } from '../../ui/overlays/form-dialog';
import { useCreateSupplier, useEditSupplier } from './use-supplier-mutations';

interface SupplierDialogProps {
  /** Absent: a new one. */
  supplier?: Supplier | undefined;
  onClose: () => void;
}

export function SupplierDialog({ supplier, onClose }: SupplierDialogProps) {
  return (
    <FormDialog onClose={onClose} title={supplier ? 'Editar Fornecedor' : 'Novo Fornecedor'}>
      <SupplierForm key={supplier?.id} supplier={supplier} onClose={onClose} />
    </FormDialog>
  );
}

const TEXTS = {
  nome: { label: 'Nome' },
  email: { label: 'Email' },
  telefone: { label: 'Telefone' },
  contato: { label: 'Contato Adicional' },
  dados_pagamento: { label: 'Dados de Pagamento' },
};

function SupplierForm({ supplier: latest, onClose }: SupplierDialogProps) {
  // What the person saw when the dialog opened, whatever arrives meanwhile.
  const [supplier] = useState(latest);
  const create = useCreateSupplier();
  const update = useEditSupplier();
  const save = supplier ? update : create;
  const form = useZodForm(supplierInput, {
    nome: supplier?.nome ?? '',
    email: supplier?.email ?? '',
    telefone: supplier?.telefone ?? '',
    contato: supplier?.contato ?? '',
    dados_pagamento: supplier?.dados_pagamento ?? '',
  });
  const field = fieldsOf(form);
  const draft = useDraft({ form, name: `fornecedor ${supplier?.id ?? 'novo'}`, opened: supplier });
  const edit = useRecordEdit({ form, opened: supplier, draftBase: draft.base });
  function close() {
    draft.forget();
    onClose();
  }
  function startOver() {
    draft.startOver();
    edit.startOver();
  }
  const submit = useSingleFlight(
    (values: SupplierInput) =>
      supplier
        ? edit.save(values, (mudancas) => update.mutateAsync({ id: supplier.id, mudancas }))
        : create.mutateAsync(values),
    close,
  );
  useUnsaved(draft.isDirty, draft.forget);
  useServerFieldErrors(form, save.error);
  useFirstFocus(form, 'nome');

  return (
    <form noValidate className="flex min-h-0 flex-1 flex-col" onSubmit={form.handleSubmit(submit)}>
      <DialogBody className="grid gap-4">
        {draft.restored && <RestoredNote onStartOver={startOver} />}
        <ConflictPanel {...edit.conflicts} texts={TEXTS} />
        <InputField label="Nome *" aria-required autoComplete="off" {...field('nome')} />
        <div className="grid gap-4 sm:grid-cols-2">
          <InputField label="Email" type="email" autoComplete="off" {...field('email')} />
          <InputField label="Telefone" type="tel" autoComplete="off" {...field('telefone')} />
        </div>
        <InputField label="Contato Adicional" autoComplete="off" {...field('contato')} />
        <TextareaField
          label="Dados de Pagamento"
          hint={describePixKey(form.watch('dados_pagamento') ?? '')}
          placeholder="Pix, banco, etc"
          {...field('dados_pagamento')}
        />
      </DialogBody>
      <DialogActions>
        <Button onClick={close}>Cancelar</Button>
        <Button type="submit" variant="primary" busy={save.isPending}>
          {supplier ? 'Atualizar' : 'Criar'}
        </Button>
      </DialogActions>
    </form>
  );
}
