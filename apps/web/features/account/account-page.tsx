import { Suspense } from 'react';
import { lazyNamed } from '../../lib/lazy-named';
import { useUser } from '../../lib/session/session';
import { useTitle } from '../../lib/use-title';
import { SettingsNav } from '../../shell/navigation/settings-nav';
import { PageHeader } from '../../ui/page-header';
import { DeleteAccountPanel } from './delete-account-panel';
import { EmailPanel } from './email-panel';
import { OwnDataPanel } from './own-data-panel';
import { PasswordPanel } from './password-panel';
import { ProfilePanel } from './profile-panel';
import { SessionsPanel } from './sessions-panel';
import { TwoStepPanel } from './two-step/two-step-panel';

// Most accounts are shops of their own.
const LeaveTeamPanel = lazyNamed(() => import('./leave-team-panel'), 'LeaveTeamPanel');

/** 'Configurações → Conta': who the seller is to Esteira, and where they are signed in. */
export function AccountPage() {
  useTitle('Conta');
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
        {equipe ? (
          <Suspense>
            <LeaveTeamPanel team={equipe} />
          </Suspense>
        ) : (
          <OwnDataPanel />
        )}
        <DeleteAccountPanel />
      </div>
    </>
  );
}
