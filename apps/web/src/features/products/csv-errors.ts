/** The errors of an import as a CSV of one column. */
export function errorsAsCsv(erros: string[]): string {
  return ['erro', ...erros].map(cell).join('\r\n');
}

// A cell that a spreadsheet would run as a formula is written as text (decisions §7).
function cell(text: string): string {
  const safe = /^[=+\-@]/.test(text) ? `'${text}` : text;
  return /[",;\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
