const MONTH_NAMES = ['jan', 'fev', 'mar', 'abr', 'mai', 'jun', 'jul', 'ago', 'set', 'out', 'nov', 'dez'];

/**
 * Shows a `YYYY-MM` month as 'nov. de 2026'.
 * @throws RangeError when the text is not a month.
 */
export function formatMonth(mes: string): string {
  const [, year, month] = /^(\d{4})-(\d{2})$/.exec(mes) ?? [];
  const name = MONTH_NAMES[Number(month) - 1];
  if (year === undefined || name === undefined) throw new RangeError(`not a YYYY-MM month: ${mes}`);
  return `${name}. de ${year}`;
}

const LONG_NAMES = [
  ...['janeiro', 'fevereiro', 'março', 'abril', 'maio', 'junho'],
  ...['julho', 'agosto', 'setembro', 'outubro', 'novembro', 'dezembro'],
];

/**
 * Shows a `YYYY-MM` month as 'novembro de 2026'.
 * @throws RangeError when the text is not a month.
 */
export function formatLongMonth(mes: string): string {
  const [, year, month] = /^(\d{4})-(\d{2})$/.exec(mes) ?? [];
  const name = LONG_NAMES[Number(month) - 1];
  if (year === undefined || name === undefined) throw new RangeError(`not a YYYY-MM month: ${mes}`);
  return `${name} de ${year}`;
}
