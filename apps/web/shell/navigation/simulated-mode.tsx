import { MARKETPLACE_NAMES, MARKETPLACES } from '@esteira/domain/marketplaces';
import { clsx } from 'clsx';
import { FlaskConical } from 'lucide-react';
import { Link } from 'react-router';
import { trpc } from '../../lib/data/trpc';
import { paths } from '../../paths';

interface SimulatedModeProps {
  className?: string;
  /** Without the marketplace's name, where there is no room for it. */
  isShort?: boolean;
  onNavigate?: () => void;
}

/** Stands in the shell while a marketplace is simulated: what is 'Publicado' there is on sale nowhere. */
export function SimulatedMode({ className, isShort = false, onNavigate }: SimulatedModeProps) {
  const { data } = trpc.integrations.status.useQuery(undefined, { staleTime: Number.POSITIVE_INFINITY });
  const simulated = data ? MARKETPLACES.filter((name) => data[name].modo === 'simulado') : [];
  if (simulated.length === 0) return null;
  const names = simulated.map((name) => MARKETPLACE_NAMES[name]);
  return (
    <Link
      to={paths.integrations}
      title={`Nada é publicado nem vendido de verdade: ${names.join(' e ')}`}
      {...(onNavigate ? { onClick: onNavigate } : {})}
      className={clsx(
        'inline-flex items-center gap-1.5 whitespace-nowrap rounded-full bg-info-soft px-2.5 py-1 font-medium text-info-text text-xs',
        'underline-offset-4 hover:underline',
        className,
      )}
    >
      <FlaskConical aria-hidden className="size-3.5 shrink-0" />
      <span>Modo simulado</span>
      {!isShort && simulated.length < MARKETPLACES.length && <span>· {names[0]}</span>}
    </Link>
  );
}
