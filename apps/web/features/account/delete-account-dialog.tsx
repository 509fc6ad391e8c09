import { requestDeletionInput } from '@esteira/validators/accounts/account-deletion';
import { toast } from 'sonner';
import { trpc } from '../../lib/data/trpc';
import { ActForm } from '../../lib/forms/act-form';
import { useUser } from '../../lib/session/session';
import { CurrentPasswordField } from '../../parts/proof-fields';
import { Dialog } from '../../ui/overlays/dialog';

const CONSEQUENCES = [
  'Produtos, pedidos, fornecedores e conexões são apagados, e as chaves de API deixam de funcionar.',
  'Seus anúncios continuam nos marketplaces, mas a Esteira não cuida mais do estoque e do preço deles: pause-os antes, se quiser parar de vender.',
  'A renovação automática do plano é desligada agora. Dos pagamentos fica só o que a lei manda guardar.',
];

/** Of a person of a team, who has no shop. */
const TEAM_CONSEQUENCES = [
  'Você sai da equipe. O que fez para a loja continua lá, sem o seu nome.',
  'Seu nome, seu e-mail e sua senha são apagados.',
];

/** Says what deletion means, and asks for the password. */
export function DeleteAccountDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open onOpenChange={onClose} title="Excluir conta">
      <DeleteAccountForm onClose={onClose} />
    </Dialog>
  );
}

function DeleteAccountForm({ onClose }: { onClose: () => void }) {
  const utils = trpc.useUtils();
  const { equipe } = useUser();
  const ask = trpc.account.requestDeletion.useMutation({
    onSuccess: (deletion) => {
      utils.account.deletion.setData(undefined, deletion);
      toast.success('Exclusão marcada. Você tem sete dias para cancelar.');
      return utils.subscription.get.invalidate();
    },
  });
  return (
    <ActForm
      schema={requestDeletionInput}
      empty={{ senha_atual: '' }}
      first="senha_atual"
      act={ask}
      label="Excluir minha conta"
      failure="Erro ao excluir a conta"
      destructive
      cancelLabel="Voltar"
      onDone={onClose}
      onClose={onClose}
    >
      {(field) => (
        <>
          <p>Daqui a sete dias a sua conta deixa de existir. Até lá você pode cancelar a qualquer momento.</p>
          <ul className="grid list-disc gap-2 pl-5 text-muted">
            {(equipe ? TEAM_CONSEQUENCES : CONSEQUENCES).map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
          <CurrentPasswordField {...field('senha_atual')} />
        </>
      )}
    </ActForm>
  );
}
