import { describeUnusualReading } from '@esteira/domain/accounts/unusual-reading';
import { MARKETPLACE_IN, MARKETPLACE_NAMES, MARKETPLACE_OF } from '@esteira/domain/marketplaces';
import { formatMoney } from '@esteira/domain/money';
import { countText } from '@esteira/domain/text/count-text';
import type { Notice } from '@esteira/validators/accounts/notices';
import { CircleX, type LucideIcon, PackageMinus, PlugZap, ShoppingBag, TriangleAlert } from 'lucide-react';
import { formatDayMonth } from '../../lib/format/day';
import { paths } from '../../paths';

/** How a notice reads, and where it leads. */
interface NoticeText {
  icon: LucideIcon;
  title: string;
  detail: string;
  path: string;
}

export function toNoticeText(notice: Notice): NoticeText {
  switch (notice.tipo) {
    case 'venda':
      return {
        icon: ShoppingBag,
        title: `Venda ${where(notice)}: ${notice.produto_nome}`,
        detail: `${formatMoney(notice.preco_venda)} · Pedido #${notice.ml_order_id}`,
        path: paths.orderPage(notice.pedido_id),
      };
    case 'atencao':
      return {
        icon: TriangleAlert,
        title:
          notice.codigo === 'sem_estoque'
            ? `Vendido acima do estoque: ${notice.produto_nome}`
            : `Requer atenção: Pedido #${notice.ml_order_id}`,
        detail: notice.codigo === 'sem_estoque' ? `Pedido #${notice.ml_order_id}` : notice.mensagem,
        path: paths.orderPage(notice.pedido_id),
      };
    case 'publicacao':
      return {
        icon: CircleX,
        title: `Publicação recusada ${where(notice)}: ${notice.produto_nome}`,
        detail: notice.motivo ?? `${MARKETPLACE_NAMES[notice.marketplace]} não disse por quê`,
        path: paths.productSearch(notice.produto_nome),
      };
    case 'estoque':
      return {
        icon: PackageMinus,
        title: `${notice.estoque === 0 ? 'Sem estoque' : 'Estoque baixo'}: ${notice.produto_nome}`,
        detail: describeStock(notice.estoque),
        path: paths.productSearch(notice.produto_nome),
      };
    case 'tarifas':
      return toFeesText(notice);
    case 'leitura':
      return toReadingText(notice);
    case 'conexao':
      return {
        icon: PlugZap,
        title: `Reconecte ${notice.conta ?? `sua conta ${MARKETPLACE_OF[notice.marketplace]}`}`,
        detail: 'Enquanto isso, pedidos e anúncios não são atualizados.',
        path: paths.integrations,
      };
  }
}

/** Of several accounts it is told which one. */
function where({ marketplace, conta }: Extract<Notice, { conta: string | null }>): string {
  return conta === null ? MARKETPLACE_IN[marketplace] : `${MARKETPLACE_IN[marketplace]} (${conta})`;
}

function toReadingText(notice: Extract<Notice, { tipo: 'leitura' }>): NoticeText {
  return {
    icon: TriangleAlert,
    title: describeUnusualReading(notice),
    detail: 'Se você não esperava por isso, veja o que foi feito.',
    path: paths.activity,
  };
}

function toFeesText({ dia, ...fallen }: Extract<Notice, { tipo: 'tarifas' }>): NoticeText {
  return {
    icon: TriangleAlert,
    title: `As tarifas mudaram em ${formatDayMonth(dia)}`,
    detail: describeFallen(fallen),
    path: paths.fallenMargins,
  };
}

function describeFallen({ produtos, margem_minima }: { produtos: number; margem_minima: number }): string {
  if (margem_minima === 0)
    return countText(produtos, 'produto passou a dar prejuízo', 'produtos passaram a dar prejuízo');
  const margin = `abaixo da sua margem mínima de ${margem_minima.toLocaleString('pt-BR')}%`;
  return countText(produtos, `produto ficou ${margin}`, `produtos ficaram ${margin}`);
}

function describeStock(units: number): string {
  if (units === 0) return 'Vendeu a última unidade';
  return units === 1 ? 'Resta 1 unidade' : `Restam ${units} unidades`;
}
