import { clsx } from 'clsx';
import { CopyButton } from '../../../ui/copy-button';

interface CopiedLineProps {
  label: string;
  text: string;
  copyLabel: string;
  strong?: boolean;
}

/** A fact that is needed elsewhere, with the button that copies it. */
export function CopiedLine({ label, text, copyLabel, strong }: CopiedLineProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-2">
      <dt className="col-span-2 text-[13px] text-muted">{label}</dt>
      <dd
        className={clsx('min-w-0 whitespace-pre-line py-1 [overflow-wrap:anywhere]', strong && 'font-medium')}
      >
        {text}
      </dd>
      <dd>
        <CopyButton text={text} label={copyLabel} />
      </dd>
    </div>
  );
}
