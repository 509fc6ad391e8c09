import { PLANS } from '@esteira/domain/billing/plans';
import { isSubscriptionActive } from '@esteira/domain/billing/subscription';
import { formatDate } from '@esteira/domain/calendar';
import type { OwnUser } from '@esteira/validators/accounts/account';
import { clsx } from 'clsx';
import { Keyboard, LogOut, Settings } from 'lucide-react';
import { Link, NavLink } from 'react-router';
import { Bell } from '../../features/notices/bell';
import { useUser } from '../../lib/session/session';
import { signOut } from '../../lib/session/sign-out';
import { paths } from '../../paths';
import { Button } from '../../ui/button';
import { openOverlay } from '../overlay-store';
import { PaletteButton } from '../palette/palette-button';
import { Logo } from './logo';
import { NAVIGATION } from './navigation';
import { PendingBadge } from './pending-orders';
import { SimulatedMode } from './simulated-mode';
import { ThemeToggle } from './theme-toggle';

export function Sidebar({ onNavigate }: { onNavigate?: () => void }) {
  const user = useUser();
  return (
    <div className="flex h-full flex-col">
      <div className="flex h-14 shrink-0 items-center px-4">
        <Logo />
        {!onNavigate && <Bell className="ml-auto" />}
      </div>
      <PaletteButton onOpen={onNavigate} />
      <nav aria-label="Principal" className="min-h-0 flex-1 overflow-y-auto px-2 py-2">
        <ul className="grid gap-0.5">
          {NAVIGATION.filter((entry) => !entry.adminOnly || user.is_admin).map((entry) => (
            <li key={entry.to}>
              <NavLink
                to={entry.to}
                end={entry.to === '/'}
                {...(onNavigate ? { onClick: onNavigate } : {})}
                className={({ isActive }) =>
                  clsx(
                    'flex h-9 max-sm:h-10 items-center gap-2.5 rounded-lg px-2.5 font-medium transition-colors',
                    isActive
                      ? 'bg-primary-soft text-primary-text'
                      : 'text-muted hover:bg-sunken hover:text-foreground',
                  )
                }
              >
                <entry.icon aria-hidden className="size-4 shrink-0" />
                {entry.label}
                {entry.to === paths.orders && <PendingBadge className="ml-auto" />}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      <SimulatedMode className="mx-3 mb-3 self-start" {...(onNavigate ? { onNavigate } : {})} />
      <PlanSummary user={user} {...(onNavigate ? { onNavigate } : {})} />
      <Account user={user} {...(onNavigate ? { onNavigate } : {})} />
    </div>
  );
}

interface UserProps {
  user: OwnUser;
  onNavigate?: () => void;
}

function PlanSummary({ user, onNavigate }: UserProps) {
  const { plano, data_expiracao } = user;
  if (!plano || !data_expiracao || user.equipe) return null;
  if (!isSubscriptionActive({ plano, data_expiracao: new Date(data_expiracao) }, new Date())) return null;
  return (
    <Link
      to={paths.subscription}
      {...(onNavigate ? { onClick: onNavigate } : {})}
      className="mx-3 mb-3 grid gap-0.5 rounded-lg bg-sunken px-3 py-2 text-[13px] underline-offset-4 hover:underline"
    >
      <span className="font-medium">Plano {PLANS[plano].nome}</span>
      <span className="tabular text-muted">Válido até {formatDate(data_expiracao)}</span>
    </Link>
  );
}

/** A phone has no keys. */
function ShortcutsButton() {
  return (
    <Button
      variant="ghost"
      size="icon"
      className="max-lg:hidden"
      aria-label="Atalhos do teclado"
      title="Atalhos do teclado (?)"
      aria-haspopup="dialog"
      onClick={() => openOverlay('shortcuts')}
    >
      <Keyboard aria-hidden />
    </Button>
  );
}

function Account({ user, onNavigate }: UserProps) {
  return (
    <div className="grid grid-cols-1 gap-2 border-border border-t px-2 py-3">
      <div className="min-w-0 px-2.5">
        <p className="truncate font-medium" title={user.nome}>
          {user.nome}
        </p>
        <p className="text-[13px] text-muted [overflow-wrap:anywhere]" title={user.email}>
          {user.email}
        </p>
        {user.equipe && (
          <p className="truncate text-[13px] text-muted" title={user.equipe.vendedor_nome}>
            {user.equipe.papel === 'leitura' ? 'Leitura' : 'Operador'} · {user.equipe.vendedor_nome}
          </p>
        )}
      </div>
      <div className="grid gap-0.5">
        <Button asChild variant="ghost" className="w-full justify-start! px-2.5!">
          <Link
            to={user.equipe ? paths.account : paths.subscription}
            {...(onNavigate ? { onClick: onNavigate } : {})}
          >
            <Settings aria-hidden />
            Configurações
          </Link>
        </Button>
        <div className="flex items-center gap-1">
          <Button variant="ghost" className="flex-1 justify-start! px-2.5!" onClick={signOut}>
            <LogOut aria-hidden />
            Sair
          </Button>
          <ShortcutsButton />
          <ThemeToggle />
        </div>
      </div>
    </div>
  );
}
