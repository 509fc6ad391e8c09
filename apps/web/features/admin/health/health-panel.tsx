import {
  OUTSIDE_SERVICE_NAMES,
  type OutsideService,
  type ServiceState,
  toServiceState,
} from '@esteira/domain/outside-services';
import type { MailHealth, ServiceHealth } from '@esteira/validators/administration/admin-health';
import { CircleCheck, CircleX, FlaskConical, type LucideIcon, Moon, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Loaded } from '../../../lib/data/loaded';
import { formatCount } from '../../../lib/format/figures';
import { When } from '../../../lib/format/when';
import { Badge, type Tone } from '../../../ui/badge';
import { Skeleton, SkeletonGroup } from '../../../ui/lists/skeleton';
import { Panel } from '../../../ui/panel';
import { failureText, formatSlowest, mailText } from './health-text';
import { useHealth } from './use-health';

/** How the marketplaces, Mercado Pago and the e-mails go. */
export function HealthPanel() {
  return (
    <Loaded query={useHealth()} failure="Erro ao carregar dados" skeleton={<HealthSkeleton />}>
      {({ servicos, emails }) => (
        <>
          <div className="grid gap-4 min-[1200px]:grid-cols-3">
            {servicos.map((service) => (
              <ServicePanel key={service.servico} service={service} />
            ))}
          </div>
          <MailPanel emails={emails} />
        </>
      )}
    </Loaded>
  );
}

const BADGES = {
  parado: { tone: 'neutral', icon: Moon, text: 'Sem chamadas' },
  funcionando: { tone: 'success', icon: CircleCheck, text: 'Funcionando' },
  com_falhas: { tone: 'warning', icon: TriangleAlert, text: 'Com falhas' },
  falhando: { tone: 'danger', icon: CircleX, text: 'Falhando' },
} as const satisfies Record<ServiceState, { tone: Tone; icon: LucideIcon; text: string }>;

function ServicePanel({ service }: { service: ServiceHealth }) {
  const { servico, modo, ultima_falha } = service;
  return (
    <Panel heading={OUTSIDE_SERVICE_NAMES[servico]} aside={<ServiceBadge service={service} />}>
      {modo === 'simulado' ? (
        <Text>{SIMULATED[servico]}</Text>
      ) : (
        <>
          <Figures service={service} />
          <Text>
            {ultima_falha === null ? (
              'Nenhuma falha nas últimas 24 horas.'
            ) : (
              <>
                Última falha: {failureText(ultima_falha)}, <When date={ultima_falha.em} />
              </>
            )}
          </Text>
        </>
      )}
    </Panel>
  );
}

const SIMULATED = {
  mercadolivre: 'Nada sai deste servidor para o Mercado Livre.',
  amazon: 'Nada sai deste servidor para a Amazon.',
  mercadopago: 'Nada sai deste servidor para o Mercado Pago.',
} as const satisfies Record<OutsideService, string>;

function ServiceBadge({ service: { modo, ultima_hora } }: { service: ServiceHealth }) {
  if (modo === 'simulado') return <Badge icon={FlaskConical}>Simulado</Badge>;
  const { tone, icon, text } = BADGES[toServiceState(ultima_hora)];
  return (
    <Badge tone={tone} icon={icon}>
      {text}
    </Badge>
  );
}

const PERIODS = [
  { key: 'ultima_hora', label: 'Última hora' },
  { key: 'ultimo_dia', label: 'Últimas 24\u00a0h' },
] as const;

const PADDING = 'px-1.5 py-2 first:pl-4 last:pr-4';
const LABEL = `${PADDING} text-left`;
const CELL = `${PADDING} text-right`;

function Figures({ service }: { service: ServiceHealth }) {
  return (
    <table className="tabular w-full border-border border-b text-[13px]">
      <thead className="text-muted">
        <tr>
          <th scope="col" className={`${LABEL} font-normal`}>
            Período
          </th>
          {['Chamadas', 'Falhas', 'Limitadas', 'Mais lenta'].map((label) => (
            <th key={label} scope="col" className={`${CELL} font-normal`}>
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {PERIODS.map(({ key, label }) => (
          <tr key={key} className="border-border border-t">
            <th scope="row" className={`${LABEL} font-medium`}>
              {label}
            </th>
            <td className={CELL}>{formatCount(service[key].chamadas)}</td>
            <td className={CELL}>{formatCount(service[key].falhas)}</td>
            <td className={CELL}>{formatCount(service[key].limitadas)}</td>
            <td className={`${CELL} whitespace-nowrap`}>{formatSlowest(service[key].mais_lenta_ms)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function MailPanel({ emails }: { emails: MailHealth }) {
  return (
    <Panel heading="E-mails">
      <Text>
        {mailText(emails)}
        {emails.mais_antigo_em !== null && (
          <>
            {' '}
            O mais antigo foi pedido <When date={emails.mais_antigo_em} inSentence />.
          </>
        )}
      </Text>
    </Panel>
  );
}

function Text({ children }: { children: ReactNode }) {
  return <p className="px-4 py-3 text-[13px] text-muted [overflow-wrap:anywhere]">{children}</p>;
}

function HealthSkeleton() {
  return (
    <SkeletonGroup className="grid gap-4 min-[1200px]:grid-cols-3">
      {[0, 1, 2].map((index) => (
        <Skeleton key={index} className="h-48" />
      ))}
    </SkeletonGroup>
  );
}
