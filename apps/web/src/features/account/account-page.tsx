import { useTitle } from '../../lib/use-title';
import { SettingsNav } from '../../shell/navigation/settings-nav';
import { PageHeader } from '../../ui/page-header';
import { SessionsPanel } from './sessions-panel';

/** 'Configurações → Conta': who the seller is to Esteira, and where they are signed in. */
export function AccountPage() {
  useTitle('Conta');
  return (
    <>
      <PageHeader title="Conta" subtitle="Seus dados e onde sua conta está conectada" />
      <SettingsNav />
      <SessionsPanel />
    </>
  );
}
