import { lazyPage } from '../../../lib/lazy-page';

const PAGES = {
  forgot: lazyPage(() => import('./forgot-password-page'), 'ForgotPasswordPage'),
  reset: lazyPage(() => import('./reset-password-page'), 'ResetPasswordPage'),
  invitation: lazyPage(() => import('./invitation-page'), 'InvitationPage'),
  confirm: lazyPage(() => import('./confirm-email-page'), 'ConfirmEmailPage'),
};

/** The pages around e-mails. Where their files lie is not loaded with the login page. */
export function AuthMailPage({ name }: { name: keyof typeof PAGES }) {
  const Page = PAGES[name];
  return <Page />;
}
