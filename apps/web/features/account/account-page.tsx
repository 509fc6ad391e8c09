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
import { AccountRow } from './account-row';
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
      <div className="grid max-w-5xl grid-cols-1 gap-5">
        <Panel className="divide-y divide-border">
          <ProfilePanel />
          <EmailPanel />
          <PasswordPanel />
          <TwoStepPanel />
        </Panel>
        <Panel className="divide-y divide-border">
          {equipe ? <LeaveTeamPanel team={equipe} /> : <OwnDataPanel />}
          <DeleteAccountPanel />
        </Panel>
        {/* Its length is unknown until it is there: what stood below it would move. */}
        <SessionsPanel />
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
    <AccountRow
      label="Meus dados"
      value={
        <p className="text-muted">
          Um arquivo ZIP com seu cadastro, fornecedores, produtos, pedidos, estoque e pagamentos, em CSV para
          o Excel e em JSON para outros programas. Senhas e chaves de acesso não vão junto.
        </p>
      }
      actions={
        <Button size="sm" busy={download.isPending} onClick={() => download.mutate()}>
          {!download.isPending && <Download aria-hidden />}
          Baixar meus dados
        </Button>
      }
    />
  );
}
