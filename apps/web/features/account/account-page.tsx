import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { toast } from 'sonner';
import { saveFile } from '../../lib/download';
import { lazyPart } from '../../lib/lazy-part';
import { useUser } from '../../lib/session/session';
import { toastFailure } from '../../lib/toasts';
import { fetchFile } from '../../parts/export/fetch-file';
import { SettingsNav } from '../../shell/navigation/settings-nav';
import { Button } from '../../ui/button';
import { PageHeader } from '../../ui/page-header';
import { Panel } from '../../ui/panel';
import { DeleteAccountPanel } from './delete-account-panel';
import { EmailPanel } from './email-panel';
import { PasswordPanel } from './password-panel';
import { ProfilePanel } from './profile-panel';
import { SessionsPanel } from './sessions-panel';
import { TwoStepPanel } from './two-step/two-step-panel';

// Most accounts are shops of their own.
const LeaveTeamPanel = lazyPart(() => import('./leave-team-panel'), 'LeaveTeamPanel');

/** 'Configurações → Conta': who the seller is to Esteira, and where they are signed in. */
export function AccountPage() {
  const { equipe } = useUser();
  return (
    <>
      <PageHeader title="Conta" subtitle="Seus dados e onde sua conta está conectada" />
      <SettingsNav />
      <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-2 2xl:grid-cols-3">
        <ProfilePanel />
        <EmailPanel />
        <PasswordPanel />
        <TwoStepPanel />
      </div>
      <SessionsPanel />
      <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-2">
        {equipe ? <LeaveTeamPanel team={equipe} /> : <OwnDataPanel />}
        <DeleteAccountPanel />
      </div>
    </>
  );
}

/** Everything that Esteira keeps of the seller, to take along. */
function OwnDataPanel() {
  const download = useMutation({
    mutationFn: async () => {
      const { name, file } = await fetchFile('/api/conta/dados.zip', 'esteira-meus-dados.zip');
      saveFile(name, file);
      return name;
    },
    onMutate: () => ({ id: toast.loading('Reunindo seus dados...') }),
    onSuccess: (name, _, { id }) => toast.success('Dados baixados', { id, description: name }),
    onError: (error, _, context) => {
      toast.dismiss(context?.id);
      toastFailure(error, 'Erro ao baixar seus dados');
    },
  });
  return (
    <Panel heading="Meus dados">
      <div className="grid gap-4 p-4">
        <p className="text-muted">
          Um arquivo ZIP com seu cadastro, fornecedores, produtos, pedidos, estoque e pagamentos, em CSV para
          o Excel e em JSON para outros programas. Senhas e chaves de acesso não vão junto.
        </p>
        <Button busy={download.isPending} onClick={() => download.mutate()} className="justify-self-start">
          {!download.isPending && <Download aria-hidden />}
          Baixar meus dados
        </Button>
      </div>
    </Panel>
  );
}
