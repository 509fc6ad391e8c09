import { countText } from '@esteira/domain/text/count-text';
import { eraseBuyersInput } from '@esteira/validators/administration/admin-user-acts';
import { toast } from 'sonner';
import { trpc } from '../../../lib/data/trpc';
import { ActForm } from '../../../lib/forms/act-form';
import { InputField, TextareaField } from '../../../ui/forms/fields';
import { AdminProof } from './admin-proof';
import { DialogButton } from './dialog-button';

/** Has the buyers of Amazon erased: what Amazon may ask for within 72 hours. */
export function EraseAmazon() {
  return (
    <DialogButton
      label="Apagar dados da Amazon"
      description="O que se sabe dos compradores é apagado e não volta: nome, endereço, etiqueta e nota. Pedidos não enviados passam a ser enviados pelo Seller Central."
      form={EraseForm}
    />
  );
}

function EraseForm({ onClose }: { onClose: () => void }) {
  const utils = trpc.useUtils();
  const erase = trpc.admin.eraseAmazonBuyers.useMutation({
    onSuccess: ({ pedidos }) => {
      toast.success(`Compradores de ${countText(pedidos, 'pedido', 'pedidos')} estão sendo apagados`);
      return utils.admin.audit.invalidate();
    },
  });
  return (
    <ActForm
      schema={eraseBuyersInput}
      empty={{ todos: false, email: '', motivo: '', senha_atual: '', codigo: '' }}
      first="email"
      act={erase}
      label="Apagar dados"
      failure="Erro ao apagar os dados"
      destructive
      onDone={onClose}
      onClose={onClose}
    >
      {(field, form) => (
        <>
          <InputField label="E-mail do vendedor" type="email" autoComplete="off" {...field('email')} />
          <label className="flex cursor-pointer items-center gap-2">
            <input type="checkbox" className="size-4 accent-primary" {...form.register('todos')} />
            Todos os vendedores
          </label>
          <TextareaField label="Motivo" hint="Fica na auditoria" {...field('motivo')} />
          <AdminProof password={field('senha_atual')} code={field('codigo')} />
        </>
      )}
    </ActForm>
  );
}
