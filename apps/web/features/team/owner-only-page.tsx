import { Lock } from 'lucide-react';
import { SettingsNav } from '../../shell/navigation/settings-nav';
import { EmptyState } from '../../ui/lists/empty-state';
import { PageHeader } from '../../ui/page-header';
import { useTitle } from '../../ui/use-title';

/** In the place of what only the owner of the shop sees. */
export function OwnerOnlyPage() {
  useTitle('Configurações');
  return (
    <>
      <PageHeader title="Configurações" subtitle="Você trabalha na equipe de outra pessoa" />
      <SettingsNav />
      <EmptyState
        icon={Lock}
        title="Só o titular da conta tem acesso a isto"
        description="Peça a quem convidou você."
      />
    </>
  );
}
