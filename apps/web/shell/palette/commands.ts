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
import type { ActKind } from '../../lib/session/session';
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
  /** What leads to an act is offered to whoever may do it. */
  kind?: ActKind;
}

/** The pages that there are for an admin, or for others. */
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
      kind: 'owner',
    },
    {
      id: paths.subscription,
      label: 'Assinatura',
      icon: Receipt,
      words: 'plano pagamentos recibos renovação',
      does: { path: paths.subscription },
      kind: 'owner',
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
    kind: 'changes',
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
    kind: 'changes',
  },
  {
    id: 'import',
    label: 'Importar CSV',
    icon: Upload,
    words: 'planilha excel xlsx produtos',
    does: { path: paths.importProducts },
    kind: 'changes',
  },
  {
    id: 'new-supplier',
    label: 'Novo fornecedor',
    icon: Truck,
    words: 'adicionar criar',
    does: { path: paths.newSupplier },
    kind: 'changes',
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
