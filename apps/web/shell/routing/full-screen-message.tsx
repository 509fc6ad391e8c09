import { LogoMark } from '../navigation/logo';

/** What stands on the whole screen while the session is checked. */
export function FullScreenMessage({ text }: { text: string }) {
  return (
    <div role="status" className="grid min-h-dvh place-content-center justify-items-center gap-4">
      <LogoMark className="size-10! animate-pulse" />
      <p className="text-muted">{text}</p>
    </div>
  );
}
