/** A Markdown table. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map((_, index) => (index === 0 ? '---' : '---:'))), ...rows.map(line)].join(
    '\n',
  );
}

export const count = (value: number) => Math.round(value).toLocaleString('en-US');

export const ms = (value: number) => `${value.toFixed(value < 10 ? 2 : 1)} ms`;
