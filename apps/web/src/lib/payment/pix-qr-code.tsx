import { formatMoney } from '@esteira/domain/money';
import { clsx } from 'clsx';
import { encodeQR } from 'qr';

interface PixQrCodeProps {
  code: string;
  amount: number;
  payeeName: string;
  className?: string;
}

/** The quiet zone that readers need around a code. */
const BORDER = 4;

/** The Pix code to be read by the payer's bank: dark on light in both themes, as readers expect it. */
export function PixQrCode({ code, amount, payeeName, className = 'size-40' }: PixQrCodeProps) {
  const modules = encodeQR(code, 'raw', { ecc: 'medium', border: BORDER });
  return (
    <svg
      role="img"
      aria-label={`QR code do Pix de ${formatMoney(amount)} para ${payeeName}`}
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
export function toPath(modules: readonly (readonly boolean[])[]): string {
  const runs = modules.flatMap((row, y) =>
    row.flatMap((isDark, x) => {
      if (!isDark || row[x - 1]) return [];
      const end = row.indexOf(false, x);
      return `M${x} ${y}h${(end === -1 ? row.length : end) - x}v1H${x}z`;
    }),
  );
  return runs.join('');
}
