import {
  BookOpen,
  ClipboardList,
  LayoutDashboard,
  type LucideIcon,
  Package,
  Plug,
  ShieldCheck,
  ShoppingCart,
  Truck,
} from 'lucide-react';
import { paths } from '../../paths';

interface Entry {
  to: string;
  label: string;
  icon: LucideIcon;
  adminOnly?: boolean;
}

export const NAVIGATION: Entry[] = [
  { to: paths.dashboard, label: 'Dashboard', icon: LayoutDashboard },
  { to: paths.products, label: 'Produtos', icon: Package },
  { to: paths.suppliers, label: 'Fornecedores', icon: Truck },
  { to: paths.orders, label: 'Pedidos', icon: ShoppingCart },
  { to: paths.purchasing, label: 'Compras', icon: ClipboardList },
  { to: paths.integrations, label: 'Integrações', icon: Plug },
  { to: paths.tutorial, label: 'Tutorial', icon: BookOpen },
  { to: paths.admin, label: 'Admin', icon: ShieldCheck, adminOnly: true },
];
