import { SECOND_MS } from '@esteira/domain/durations';
import { useEffect, useReducer } from 'react';

/** How long a Pix can still be paid. Its end is told by the browser's clock, whatever day that shows. */
export function PixTimeLeft({ endsAt }: { endsAt: number }) {
  const [, drawAgain] = useReducer((drawn: number) => drawn + 1, 0);

  useEffect(() => {
    const timer = setInterval(drawAgain, SECOND_MS);
    return () => clearInterval(timer);
  }, []);

  return (
    <span role="timer" aria-label="Tempo restante" className="tabular font-semibold">
      {formatTimeLeft(endsAt - Date.now())}
    </span>
  );
}

/** '29:59', '1:00:00'; '0:00' when nothing is left. */
export function formatTimeLeft(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / SECOND_MS));
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const shownMinutes = hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}` : String(minutes);
  return `${shownMinutes}:${String(seconds % 60).padStart(2, '0')}`;
}
