import { clsx } from 'clsx';

/** The mark: a parcel on a conveyor. public/favicon.svg draws the same. */
export function LogoMark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden className={clsx('size-7 shrink-0', className)}>
      <rect width="32" height="32" rx="8" fill="#0b6b61" />
      <path d="M11 7.5h10a1.5 1.5 0 0 1 1.5 1.5v7.25h-13V9A1.5 1.5 0 0 1 11 7.5Z" fill="#fff" />
      <path d="M14.25 7.5h3.5v4.25l-1.75-1.1-1.75 1.1Z" fill="#0b6b61" />
      <rect x="5" y="18" width="22" height="7" rx="3.5" fill="none" stroke="#fff" strokeWidth="1.8" />
      <circle cx="9.2" cy="21.5" r="1.25" fill="#fff" />
      <circle cx="16" cy="21.5" r="1.25" fill="#fff" />
      <circle cx="22.8" cy="21.5" r="1.25" fill="#fff" />
    </svg>
  );
}

export function Logo({ className }: { className?: string }) {
  return (
    <span className={clsx('inline-flex items-center gap-2.5', className)}>
      <LogoMark />
      <span className="font-semibold text-[17px] tracking-tight">Esteira</span>
    </span>
  );
}
