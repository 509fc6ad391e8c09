import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '../../../paths';
import { Logo } from '../../../shell/navigation/logo';
import { ThemeToggle } from '../../../shell/navigation/theme-toggle';
import { useTitle } from '../../../ui/use-title';

/** The frame of the pages that a link of an e-mail leads to. */
export function MailPage({ title, children }: { title: string; children: ReactNode }) {
  useTitle(title);
  return (
    <main className="flex min-h-dvh flex-col px-5 py-5 sm:px-10">
      <div className="flex items-center justify-between">
        <Logo />
        <ThemeToggle />
      </div>
      <div className="mx-auto grid w-full max-w-[360px] flex-1 content-start gap-6 pt-[clamp(2rem,14vh,9rem)] pb-10">
        <h1 className="font-semibold text-2xl tracking-tight">{title}</h1>
        {children}
        <p className="border-border border-t pt-5">
          <Link to={paths.login} className="text-primary-text underline-offset-4 hover:underline">
            Voltar para o login
          </Link>
        </p>
      </div>
    </main>
  );
}

/** What was done, in the place of the form that asked for it. */
export function MailDone({ children }: { children: ReactNode }) {
  return (
    <p role="status" className="rounded-lg bg-success-soft px-3 py-2 text-success-text">
      {children}
    </p>
  );
}

/** What stands behind the # of the link that was opened. */
export function readLinkToken(): string {
  return window.location.hash.slice(1);
}
