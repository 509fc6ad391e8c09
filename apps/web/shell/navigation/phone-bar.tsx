import { clsx } from 'clsx';
import { ClipboardList, LayoutDashboard, Menu, Package, ShoppingCart } from 'lucide-react';
import { NavLink } from 'react-router';
import { paths } from '../../paths';
import { PendingBadge } from './pending-orders';

const PAGES = [
  { to: paths.dashboard, label: 'Início', icon: LayoutDashboard },
  { to: paths.orders, label: 'Pedidos', icon: ShoppingCart },
  { to: paths.purchasing, label: 'Compras', icon: ClipboardList },
  { to: paths.products, label: 'Produtos', icon: Package },
];

const PLACE =
  'relative flex h-14 min-w-0 flex-1 flex-col items-center justify-center gap-0.5 text-xs font-medium';

interface PhoneBarProps {
  isMenuOpen: boolean;
  onOpenMenu: () => void;
}

/** The foot of a phone: the pages of a day's work, and the menu with the others. */
export function PhoneBar({ isMenuOpen, onOpenMenu }: PhoneBarProps) {
  return (
    <nav
      aria-label="Atalhos"
      className="fixed inset-x-0 bottom-0 z-30 flex border-border border-t bg-surface pb-[env(safe-area-inset-bottom)]"
    >
      {PAGES.map(({ to, label, icon: Icon }) => (
        <NavLink
          key={to}
          to={to}
          end={to === paths.dashboard}
          className={({ isActive }) => clsx(PLACE, isActive ? 'text-primary-text' : 'text-muted')}
        >
          <Icon aria-hidden className="size-5" />
          {label}
          {to === paths.orders && (
            <PendingBadge className="absolute top-0.5 left-[calc(50%+6px)] leading-4!" />
          )}
        </NavLink>
      ))}
      <button
        type="button"
        aria-label="Mais: abrir menu"
        aria-haspopup="dialog"
        aria-expanded={isMenuOpen}
        onClick={onOpenMenu}
        className={clsx(PLACE, 'text-muted')}
      >
        <Menu aria-hidden className="size-5" />
        Mais
      </button>
    </nav>
  );
}
