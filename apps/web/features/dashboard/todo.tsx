import { formatDate } from '@esteira/domain/calendar';
import { formatMoney } from '@esteira/domain/money';
import { countText } from '@esteira/domain/text/count-text';
import type { DashboardTodo } from '@esteira/validators/dashboards/dashboard';
import {
  CircleCheck,
  ClipboardCheck,
  ClockAlert,
  HandCoins,
  type LucideIcon,
  PackageX,
  Printer,
  Send,
  TriangleAlert,
  Truck,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatDayMonth } from '../../lib/format/day';
import { When } from '../../lib/format/when';
import { paths } from '../../paths';
import { Skeleton } from '../../ui/lists/skeleton';
import { Panel } from '../../ui/panel';

interface Task {
  count: number;
  one: string;
  many: string;
  to: string;
  icon: LucideIcon;
  tone?: 'danger' | 'warning';
  detail?: ReactNode;
}

interface TodoProps {
  data: DashboardTodo | undefined;
  isError: boolean;
}

/** What waits for the seller, each with the way to its list. */
export function Todo({ data, isError }: TodoProps) {
  if (isError && !data) return null;
  const tasks = data ? toTasks(data).filter(({ count }) => count > 0) : [];
  return (
    <Panel heading="O que fazer agora">
      {!data && <Skeleton className="m-4 h-11" />}
      {data && tasks.length === 0 && (
        <p className="flex items-center gap-2 p-4 text-muted">
          <CircleCheck aria-hidden className="size-5 shrink-0 text-success-text" />
          Tudo em dia.
        </p>
      )}
      {tasks.length > 0 && (
        <ul className="grid grid-cols-1 overflow-hidden rounded-b-lg min-[560px]:grid-cols-2 xl:grid-cols-4">
          {tasks.map((task) => (
            <li key={task.one} className="-mt-px -ml-px border-border border-t border-l">
              <TaskLink {...task} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

const TONES = { danger: 'text-danger-text', warning: 'text-warning-text' };

/** One line each on a phone, where eight of them must leave room for the figures; two lines in columns. */
const TASK =
  'flex min-h-11 items-center gap-3 px-4 py-1.5 hover:bg-sunken min-[560px]:min-h-16 min-[560px]:py-3';

function TaskLink({ count, one, many, to, icon: Icon, tone, detail }: Task) {
  return (
    <Link to={to} className={TASK}>
      <Icon aria-hidden className={`size-5 shrink-0 ${tone ? TONES[tone] : 'text-muted'}`} />
      <span className="flex min-w-0 flex-1 flex-wrap items-baseline justify-between gap-x-3 min-[560px]:grid">
        <span className={`tabular font-medium ${tone ? TONES[tone] : ''}`}>
          {countText(count, one, many)}
        </span>
        {detail && <span className="text-[13px] text-muted">{detail}</span>}
      </span>
    </Link>
  );
}

/** Without a margin in the settings products have fallen when they lose. */
const nameFallen = ({ margem_minima }: DashboardTodo) =>
  margem_minima === 0
    ? { one: 'produto com prejuízo', many: 'produtos com prejuízo' }
    : { one: 'produto abaixo da margem mínima', many: 'produtos abaixo da margem mínima' };

function toTasks(todo: DashboardTodo): Task[] {
  return [
    {
      ...{ count: todo.atrasados, one: 'pedido atrasado', many: 'pedidos atrasados' },
      ...{ to: paths.lateOrders, icon: ClockAlert, tone: 'danger' },
      detail:
        todo.atrasados_desde && `O mais antigo venceu em ${formatDate(todo.atrasados_desde).slice(0, 5)}`,
    },
    {
      ...{ count: todo.atencao, one: 'pedido requer atenção', many: 'pedidos requerem atenção' },
      ...{ to: paths.attentionOrders, icon: TriangleAlert, tone: 'warning' },
    },
    {
      ...{ count: todo.aprovar, one: 'pedido a aprovar', many: 'pedidos a aprovar' },
      ...{ to: paths.pendingOrders, icon: ClipboardCheck },
      detail: todo.aprovar_desde && (
        <>
          O mais antigo: <When date={todo.aprovar_desde} />
        </>
      ),
    },
    {
      ...{ count: todo.enviar, one: 'pedido a enviar ao fornecedor', many: 'pedidos a enviar ao fornecedor' },
      ...{ to: paths.purchasing, icon: Send },
    },
    {
      ...{ count: todo.pagar, one: 'pedido a pagar', many: 'pedidos a pagar' },
      ...{ to: paths.purchasing, icon: HandCoins, detail: formatMoney(todo.pagar_valor) },
    },
    {
      ...{ count: todo.etiquetas, one: 'etiqueta a imprimir', many: 'etiquetas a imprimir' },
      ...{ to: paths.unprintedOrders, icon: Printer },
    },
    {
      ...{ count: todo.despachar, one: 'pedido a despachar', many: 'pedidos a despachar' },
      ...{ to: paths.paidOrders, icon: Truck, detail: 'Já pagos ao fornecedor' },
    },
    {
      ...{ count: todo.sem_estoque, one: 'anúncio sem estoque', many: 'anúncios sem estoque' },
      ...{ to: paths.soldOut, icon: PackageX, tone: 'warning' },
    },
    {
      ...{ count: todo.margem_caiu, ...nameFallen(todo) },
      ...{ to: paths.fallenMargins, icon: TriangleAlert, tone: 'warning' },
      detail: todo.margem_caiu_em && `Tarifas mudaram em ${formatDayMonth(todo.margem_caiu_em)}`,
    },
  ];
}
