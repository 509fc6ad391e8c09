import { clsx } from 'clsx';
import { NavLink } from 'react-router';
import { useUser } from '../../lib/session/session';
import { paths } from '../../paths';
import { showChosen } from '../../ui/use-chosen-in-sight';

const PAGES = [
  { to: paths.account, label: 'Conta', forTeam: true },
  { to: paths.subscription, label: 'Assinatura' },
  { to: paths.costs, label: 'Custos', forTeam: true },
  { to: paths.team, label: 'Equipe' },
  { to: paths.apiKeys, label: 'Chaves de API' },
  { to: paths.activity, label: 'Atividade', forTeam: true },
];

/** The pages below 'Configurações'. */
export function SettingsNav() {
  const { equipe } = useUser();
  return (
    <nav aria-label="Configurações">
      {/* The line is a shadow: a border would be cut off where the row scrolls sideways. */}
      <ul
        ref={showChosen}
        className="flex gap-1 overflow-x-auto overflow-y-hidden shadow-[inset_0_-1px_0_var(--border)]"
      >
        {PAGES.filter(({ forTeam }) => forTeam || !equipe).map(({ to, label }) => (
          <li key={to}>
            <NavLink
              to={to}
              className={({ isActive }) =>
                clsx(
                  'block whitespace-nowrap border-b-2 px-2 py-2 font-medium text-sm transition-colors max-sm:py-2.5 sm:px-3',
                  'focus-visible:-outline-offset-2',
                  isActive
                    ? 'border-primary text-foreground'
                    : 'border-transparent text-muted hover:text-foreground',
                )
              }
            >
              {label}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
