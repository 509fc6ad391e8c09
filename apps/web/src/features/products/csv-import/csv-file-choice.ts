import { CSV_FILE_PROBLEMS } from '@esteira/validators/csv/csv-file';
import { CSV_MAX_BYTES } from '@esteira/validators/csv/product-csv';

/** Takes the one file that was chosen or dropped, or says in the server's words why it is not to be sent. */
export function chosenFile(
  files: ArrayLike<File> | null,
): { ok: true; file: File } | { ok: false; why: string } {
  const file = files?.[0];
  if (!file) return { ok: false, why: CSV_FILE_PROBLEMS.none };
  if (files.length > 1) return { ok: false, why: 'Escolha um arquivo por vez' };
  if (!/\.csv$/i.test(file.name)) return { ok: false, why: CSV_FILE_PROBLEMS.extension };
  if (file.size > CSV_MAX_BYTES) return { ok: false, why: CSV_FILE_PROBLEMS.tooLarge };
  return { ok: true, file };
}

const size = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 1 });

/** '512 bytes', '12,4 KB' or '3,1 MB' */
export function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`;
  return bytes < 1024 * 1024 ? `${size.format(bytes / 1024)} KB` : `${size.format(bytes / (1024 * 1024))} MB`;
}
