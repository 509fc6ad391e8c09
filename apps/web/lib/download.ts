/** Safari reads a file some time after the click; what is revoked at once it saves empty or not at all. */
const READ_BY_MS = 40_000;

/** Hands the browser a CSV file to save. */
export function downloadCsv(name: string, text: string | Blob): void {
  saveFile(name, new Blob([text], { type: 'text/csv;charset=utf-8' }));
}

/** Hands the browser a file to save. */
export function saveFile(name: string, file: Blob): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  window.setTimeout(() => URL.revokeObjectURL(url), READ_BY_MS);
}
