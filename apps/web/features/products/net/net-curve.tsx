import { formatMoney, fromCents } from '@esteira/domain/money';
import { MAX_PRICE_CENTS } from '@esteira/domain/profit/costs/segment';
import type { CostCurve } from '@esteira/domain/profit/pricing/cost-curve';
import { type CurvePoint, listCurveLines } from '@esteira/domain/profit/pricing/curve-points';
import type { PriceTrap } from '@esteira/domain/profit/pricing/price-traps';
import { netAt } from '@esteira/domain/profit/quote';
import { useState } from 'react';
import { Button } from '../../../ui/button';
import { chartOf, toPath } from './chart-scale';

interface NetCurveProps {
  curve: CostCurve;
  traps: readonly PriceTrap[];
  priceCents: number;
  onUse: (cents: number) => void;
}

const money = (cents: number) => formatMoney(fromCents(cents));
const WIDTH = 600;
const HEIGHT = 180;

/** What remains over the price, with its steps: as a picture that a slider walks along, and as a table. */
export function NetCurve({ curve, traps, priceCents, onUse }: NetCurveProps) {
  const lastCents = Math.min(MAX_PRICE_CENTS, Math.max(12_000, Math.ceil((priceCents * 1.6) / 1000) * 1000));
  // Where the slider was taken, from the price of that moment.
  const [walk, setWalk] = useState<{ from: number; to: number } | null>(null);
  const [asTable, setAsTable] = useState(false);
  const lines = listCurveLines(curve, 1, lastCents);
  if (lines.length === 0) return null;
  const at = Math.min(walk?.from === priceCents ? walk.to : priceCents, lastCents);
  const net = netAt(curve, at);
  const reading = `${money(at)}: ${describeNet(net)}`;
  const { x, y } = chartOf(lines, { width: WIDTH, height: HEIGHT, lastCents });
  return (
    <figure className="grid gap-2">
      <figcaption className="font-medium text-[13px]">Quanto sobra a cada preço</figcaption>
      <div className="tabular relative text-muted text-xs">
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden className="w-full rounded-md bg-sunken">
          {traps.map(({ fromCents, toCents }) => (
            <rect
              key={fromCents}
              x={x(fromCents)}
              width={Math.max(1, x(Math.min(toCents, lastCents)) - x(fromCents))}
              y={0}
              height={HEIGHT}
              className="fill-warning-border opacity-60"
            />
          ))}
          <line x1={0} x2={WIDTH} y1={y(0)} y2={y(0)} className="stroke-field" strokeDasharray="4 4" />
          <path d={toPath(lines, { x, y })} fill="none" strokeWidth={2} className="stroke-primary" />
          {net !== null && <circle cx={x(at)} cy={y(net)} r={5} className="fill-primary" />}
        </svg>
        <span aria-hidden className="absolute top-1 left-2">
          Sobra {money(Math.max(...lines.flat().map(({ netCents }) => netCents)))}
        </span>
        <span
          aria-hidden
          className="absolute left-2 -translate-y-full"
          style={{ top: `${(y(0) / HEIGHT) * 100}%` }}
        >
          {money(0)}
        </span>
      </div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 text-[13px]">
        <p
          aria-hidden
          className="tabular -my-1 flex w-full flex-wrap justify-between gap-x-3 text-muted text-xs"
        >
          <span>{money(0)}</span>
          <span className="max-sm:order-last max-sm:w-full">
            Preço · Linha tracejada: preço em que nada sobra
          </span>
          <span>{money(lastCents)}</span>
        </p>
        <input
          type="range"
          aria-label="Preço no gráfico"
          aria-valuetext={reading}
          min={1}
          max={lastCents}
          step={1}
          value={at}
          onChange={(event) => setWalk({ from: priceCents, to: Number(event.target.value) })}
          className="w-full accent-primary"
        />
        <output className="tabular mr-auto">{reading}</output>
        {at !== priceCents && (
          <Button size="sm" onClick={() => onUse(at)}>
            Usar este preço
          </Button>
        )}
        <Button size="sm" variant="ghost" aria-expanded={asTable} onClick={() => setAsTable(!asTable)}>
          Ver como tabela
        </Button>
      </div>
      {asTable && <CurveTable lines={lines} />}
      {traps.length > 0 && <Bands traps={traps} onUse={onUse} />}
    </figure>
  );
}

/** Every band of prices to avoid, each with the lower price that leaves more. */
function Bands({ traps, onUse }: Pick<NetCurveProps, 'traps' | 'onUse'>) {
  return (
    <div className="grid gap-1 text-[13px]">
      <p>Nestas faixas, em destaque no gráfico, um preço menor deixa mais:</p>
      <ul className="tabular grid gap-1">
        {traps.map(({ fromCents, toCents, betterCents }) => (
          <li key={fromCents} className="flex flex-wrap items-center justify-between gap-x-3">
            {money(fromCents)} a {money(toCents)}
            <Button size="sm" variant="ghost" onClick={() => onUse(betterCents)}>
              Usar {money(betterCents)}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}

function describeNet(netCents: number | null): string {
  if (netCents === null) return 'falta saber um custo';
  return netCents < 0 ? `faltam ${money(-netCents)}` : `sobram ${money(netCents)}`;
}

function CurveTable({ lines }: { lines: readonly [CurvePoint, CurvePoint][] }) {
  return (
    <table className="tabular w-full text-[13px]">
      <caption className="sr-only">Quanto sobra a cada faixa de preço</caption>
      <thead>
        <tr className="text-left text-muted">
          <th scope="col" className="py-1 font-medium">
            Preço
          </th>
          <th scope="col" className="py-1 text-right font-medium">
            Sobra
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map(([from, to]) => (
          <tr key={from.priceCents} className="border-border border-t">
            <th scope="row" className="py-1 text-left font-normal">
              {money(from.priceCents)} a {money(to.priceCents)}
            </th>
            <td className="py-1 text-right">
              {money(from.netCents)} a {money(to.netCents)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
