import {
  AlarmClock,
  BadgeCheck,
  CreditCard,
  Keyboard,
  LogOut,
  type LucideIcon,
  PackageMinus,
  Plus,
  Receipt,
  SunMoon,
  TriangleAlert,
  Truck,
  Upload,
} from 'lucide-react';
import { paths } from '../../paths';
import { NAVIGATION } from '../navigation/navigation';

/** Something that the palette offers without asking the server: a place to go, or something to do. */
export interface Command {
  id: string;
  label: string;
  icon: LucideIcon;
  /** Other words that people look for it by. */
  words?: string;
  does: { path: string } | { act: 'theme' | 'shortcuts' | 'sign-out' };
}

/** The pages that the user may open. */
export function listPages(isAdmin: boolean): Command[] {
  const entries = NAVIGATION.filter(({ adminOnly }) => !adminOnly || isAdmin);
  return [
    ...entries.map(({ to, label, icon }) => ({ id: to, label, icon, does: { path: to } })),
    {
      id: paths.pricing,
      label: 'Planos e Preços',
      icon: CreditCard,
      words: 'assinatura',
      does: { path: paths.pricing },
    },
    {
      id: paths.subscription,
      label: 'Assinatura',
      icon: Receipt,
      words: 'plano pagamentos recibos renovação',
      does: { path: paths.subscription },
    },
  ];
}

export const ACTIONS: readonly Command[] = [
  {
    id: 'approve',
    label: 'Aprovar pendentes',
    icon: BadgeCheck,
    words: 'pedidos',
    does: { path: paths.pendingOrders },
  },
  {
    id: 'attention',
    label: 'Pedidos que requerem atenção',
    icon: TriangleAlert,
    does: { path: paths.attentionOrders },
  },
  {
    id: 'late',
    label: 'Pedidos atrasados',
    icon: AlarmClock,
    words: 'despachar',
    does: { path: paths.lateOrders },
  },
  {
    id: 'new-product',
    label: 'Novo produto',
    icon: Plus,
    words: 'adicionar criar',
    does: { path: paths.newProduct },
  },
  {
    id: 'import',
    label: 'Importar CSV',
    icon: Upload,
    words: 'planilha excel xlsx produtos',
    does: { path: paths.importProducts },
  },
  {
    id: 'new-supplier',
    label: 'Novo fornecedor',
    icon: Truck,
    words: 'adicionar criar',
    does: { path: paths.newSupplier },
  },
  {
    id: 'low-stock',
    label: 'Estoque baixo',
    icon: PackageMinus,
    words: 'acabando',
    does: { path: paths.lowStock },
  },
  { id: 'theme', label: 'Alternar tema', icon: SunMoon, words: 'claro escuro', does: { act: 'theme' } },
  {
    id: 'shortcuts',
    label: 'Atalhos do teclado',
    icon: Keyboard,
    words: 'ajuda',
    does: { act: 'shortcuts' },
  },
  { id: 'sign-out', label: 'Sair', icon: LogOut, words: 'logout encerrar', does: { act: 'sign-out' } },
];
