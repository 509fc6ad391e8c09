import { clsx } from 'clsx';
import { encodeQR } from 'qr';

interface QrCodeProps {
  text: string;
  /** What it is, for those who do not see it. */
  label: string;
  className?: string;
}

/** The quiet zone that readers need around a code. */
const BORDER = 4;

/** A text to be read by a camera: dark on light in both themes, as readers expect it. */
export function QrCode({ text, label, className }: QrCodeProps) {
  const modules = encodeQR(text, 'raw', { ecc: 'medium', border: BORDER });
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${modules.length} ${modules.length}`}
      shapeRendering="crispEdges"
      className={clsx('shrink-0 rounded-lg', className)}
    >
      <rect width="100%" height="100%" fill="#fff" />
      <path d={toPath(modules)} fill="#000" />
    </svg>
  );
}

/** One stroke for each run of dark modules. */
function toPath(modules: readonly (readonly boolean[])[]): string {
  const runs = modules.flatMap((row, y) =>
    row.flatMap((isDark, x) => {
      if (!isDark || row[x - 1]) return [];
      const end = row.indexOf(false, x);
      return `M${x} ${y}h${(end === -1 ? row.length : end) - x}v1H${x}z`;
    }),
  );
  return runs.join('');
}
