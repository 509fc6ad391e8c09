import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '../../paths';
import { Logo } from '../../shell/navigation/logo';
import { Button } from '../../ui/button';

interface CheckoutFrameProps {
  title: string;
  back?: { to: string; label: string };
  aside: ReactNode;
  children: ReactNode;
}

const PLANS_PAGE = { to: paths.pricing, label: 'Voltar aos Planos' };

/** The frame of what is paid: one task, with its summary beside it and one way back. */
export function CheckoutFrame({ title, back = PLANS_PAGE, aside, children }: CheckoutFrameProps) {
  return (
    <main className="mx-auto grid min-h-dvh max-w-4xl content-start gap-8 px-4 py-5 sm:px-6">
      <div className="flex items-center justify-between">
        <Logo />
        <Button asChild variant="ghost">
          <Link to={back.to}>
            <ArrowLeft aria-hidden />
            {back.label}
          </Link>
        </Button>
      </div>
      <h1 className="font-semibold text-2xl tracking-tight">{title}</h1>
      <div className="grid grid-cols-1 items-start gap-6 md:grid-cols-[minmax(0,1fr)_320px]">
        {children}
        {aside}
      </div>
    </main>
  );
}
