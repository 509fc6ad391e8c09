/** Makes spreadsheet programs read a CSV as UTF-8. */
export const BOM = '\uFEFF';

/** Hands the browser a CSV file to save. */
export function downloadCsv(name: string, text: string | Blob): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
