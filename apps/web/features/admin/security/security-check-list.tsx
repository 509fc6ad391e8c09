import type { SecurityItem } from '@esteira/validators/administration/admin-security';
import { CircleCheck, CircleX, type LucideIcon, TriangleAlert } from 'lucide-react';
import { Link } from 'react-router';
import { Loaded } from '../../../lib/data/loaded';
import { trpc } from '../../../lib/data/trpc';
import { Badge, type Tone } from '../../../ui/badge';
import { Panel } from '../../../ui/panel';

const BADGES = {
  em_ordem: { tone: 'success', icon: CircleCheck, text: 'Em ordem' },
  atencao: { tone: 'warning', icon: TriangleAlert, text: 'Atenção' },
  urgente: { tone: 'danger', icon: CircleX, text: 'Urgente' },
} as const satisfies Record<SecurityItem['estado'], { tone: Tone; icon: LucideIcon; text: string }>;

/** Every point with how it stands and what to do about it. */
export function SecurityCheckList() {
  const query = trpc.admin.security.useQuery();
  return (
    <Loaded query={query} failure="Erro ao carregar dados">
      {({ itens }) => (
        <Panel heading="O que está em ordem">
          <ul className="divide-y divide-border pt-2">
            {itens.map((item) => (
              <SecurityRow key={item.codigo} item={item} />
            ))}
          </ul>
        </Panel>
      )}
    </Loaded>
  );
}

function SecurityRow({ item: { titulo, estado, texto, caminho } }: { item: SecurityItem }) {
  const { tone, icon, text } = BADGES[estado];
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 px-4 py-3">
      <div className="grid min-w-0 flex-1 basis-60 gap-0.5">
        <p className="font-medium">{titulo}</p>
        <p className="text-[13px] text-muted [overflow-wrap:anywhere]">
          {texto}{' '}
          {caminho !== null && estado !== 'em_ordem' && (
            <Link
              to={caminho}
              aria-label={`Abrir: ${titulo}`}
              className="thumb font-medium text-text underline underline-offset-4"
            >
              Abrir
            </Link>
          )}
        </p>
      </div>
      <Badge tone={tone} icon={icon}>
        {text}
      </Badge>
    </li>
  );
}
