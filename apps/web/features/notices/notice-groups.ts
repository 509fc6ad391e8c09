import { formatDate, formatTime } from '@esteira/domain/calendar';
import { DAY_MS } from '@esteira/domain/durations';
import { formatMoney, fromCents, toCents } from '@esteira/domain/money';
import { countText } from '@esteira/domain/text/count-text';
import type { Notice } from '@esteira/validators/accounts/notices';

/** What the panel shows apart: sales, and what asks for something. */
export type NoticeTab = 'importante' | 'vendas';

export const tabOf = ({ tipo }: Notice): NoticeTab => (tipo === 'venda' ? 'vendas' : 'importante');

interface NoticeDay {
  label: string;
  /** What stands on one line: a notice, or the sales of an hour. */
  lines: Notice[][];
}

/** By day of America/Sao_Paulo, in the order given; sales of one hour that follow each other are one line. */
export function groupNotices(notices: readonly Notice[], now: Date): NoticeDay[] {
  const days: NoticeDay[] = [];
  for (const notice of notices) {
    const label = nameDay(notice.em, now);
    let day = days.at(-1);
    if (day?.label !== label) {
      day = { label, lines: [] };
      days.push(day);
    }
    const line = day.lines.at(-1);
    if (line?.[0] && isSameHour(line[0], notice)) line.push(notice);
    else day.lines.push([notice]);
  }
  return days;
}

function nameDay(moment: string, now: Date): string {
  const day = formatDate(moment);
  if (day === formatDate(now)) return 'Hoje';
  return day === formatDate(new Date(now.getTime() - DAY_MS)) ? 'Ontem' : day;
}

const isSameHour = (a: Notice, b: Notice) =>
  a.tipo === 'venda' && b.tipo === 'venda' && formatTime(a.em).slice(0, 2) === formatTime(b.em).slice(0, 2);

/** '6 vendas · R$ 412,40' */
export function describeSales(sales: readonly Notice[]): string {
  const cents = sales.map((notice) => (notice.tipo === 'venda' ? toCents(notice.preco_venda) : 0));
  return `${countText(sales.length, 'venda', 'vendas')} · ${formatMoney(fromCents(cents.reduce((sum, each) => sum + each, 0)))}`;
}
