import { lazyNamed } from '../../../lib/lazy-named';

const PAGES = {
  forgot: lazyNamed(() => import('./forgot-password-page'), 'ForgotPasswordPage'),
  reset: lazyNamed(() => import('./reset-password-page'), 'ResetPasswordPage'),
  invitation: lazyNamed(() => import('./invitation-page'), 'InvitationPage'),
  confirm: lazyNamed(() => import('./confirm-email-page'), 'ConfirmEmailPage'),
};

/** The pages around e-mails. Where their files lie is not loaded with the login page. */
export function AuthMailPage({ name }: { name: keyof typeof PAGES }) {
  const Page = PAGES[name];
  return <Page />;
}
