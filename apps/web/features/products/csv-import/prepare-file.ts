import type { PreviewReply, ReadingChoices, RewriteRequest } from './preview/preview-reader';

export const FILE_CHANGED = 'O arquivo mudou depois de escolhido. Escolha-o de novo.';

/** A worker that reads files of products. */
export const createReader = () =>
  new Worker(new URL('./preview/csv-preview-worker.ts', import.meta.url), { type: 'module' });

/** The file as it is to be sent: as it is, or with what was chosen and corrected in the preview. */
export async function prepareFile(file: File, choices: ReadingChoices): Promise<File> {
  const { names, constants, corrections, encoding, withHidden } = choices;
  const isMatched = Object.keys({ ...names, ...constants }).length > 0 || corrections.length > 0;
  if (!isMatched && encoding === null && !withHidden) return file;
  const writer = createReader();
  try {
    const rewritten = await new Promise<Blob>((resolve, reject) => {
      writer.onmessage = ({ data }: MessageEvent<PreviewReply>) =>
        data.kind === 'rewritten' ? resolve(data.file) : reject(new Error(FILE_CHANGED));
      writer.onerror = () => reject(new Error(FILE_CHANGED));
      writer.postMessage({ rewrite: file, ...choices } satisfies RewriteRequest);
    });
    return new File([rewritten], file.name.replace(/\.\w+$/, '.csv'), { type: 'text/csv' });
  } finally {
    writer.terminate();
  }
}
