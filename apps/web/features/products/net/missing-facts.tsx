import { ASKED_IN_SETTINGS, MISSING_BRIEFLY, MISSING_TEXTS } from '@esteira/domain/profit/cost-texts';
import type { MissingCode } from '@esteira/domain/profit/costs/cost-term';
import { Link } from 'react-router';
import { paths } from '../../../paths';
import { Button } from '../../../ui/button';
import type { NetQuote } from './use-net-quote';

interface MissingFactsProps {
  nets: readonly NetQuote[];
  /** Opens the fields of weight and categories. */
  onAsk: () => void;
}

const ASKED_HERE: ReadonlySet<MissingCode> = new Set(['peso', 'categoria']);

/** What has to be known before a net value can be said, once for both marketplaces, and where it is asked. */
export function MissingFacts({ nets, onAsk }: MissingFactsProps) {
  const codes = [...new Set(nets.flatMap(({ quote }) => quote?.missing ?? []))];
  const [first] = codes;
  if (first === undefined) return null;
  return (
    <p className="flex flex-wrap items-center gap-x-2 border-border border-t px-3 py-2.5 text-[13px]">
      {codes.length === 1
        ? MISSING_TEXTS[first]
        : `Para ver o líquido, falta: ${codes.map(toNoun).join(' · ')}`}
      {codes.some((code) => ASKED_HERE.has(code)) && (
        <Button variant="link" size="bare" onClick={onAsk}>
          Informar
        </Button>
      )}
      {codes.some((code) => ASKED_IN_SETTINGS.has(code)) && (
        <Link to={paths.costs} className="font-medium text-primary-text underline underline-offset-4">
          Abrir Custos
        </Link>
      )}
    </p>
  );
}

const toNoun = (code: MissingCode) =>
  MISSING_BRIEFLY[code].replace(/^falta (?:[ao] )?| desconhecid[ao]$/g, '');
