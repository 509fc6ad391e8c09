import { CircleCheck, CircleX, Info, TriangleAlert } from 'lucide-react';
import type { CSSProperties, FocusEvent } from 'react';
import { Toaster as Sonner } from 'sonner';

const WIDTH_PX = 356;
const SHOWN_MS = 4000;
const VISIBLE = 3;

const colors = {
  '--width': `${WIDTH_PX}px`,
  '--normal-bg': 'var(--surface)',
  '--normal-text': 'var(--foreground)',
  '--normal-border': 'var(--border)',
  '--border-radius': '8px',
} as CSSProperties;

/** Top right, three at a time, four seconds, 356 px or the screen less its margins (docs/product-rules.md#toasts). */
export function Toaster() {
  return (
    <div onFocusCapture={keepFocusFree}>
      <Sonner
        position="top-right"
        visibleToasts={VISIBLE}
        duration={SHOWN_MS}
        style={colors}
        offset={16}
        mobileOffset={16}
        containerAriaLabel="Notificações"
        icons={{
          success: <CircleCheck aria-hidden className="size-4.5 text-success-text" />,
          error: <CircleX aria-hidden className="size-4.5 text-danger-text" />,
          warning: <TriangleAlert aria-hidden className="size-4.5 text-warning-text" />,
          info: <Info aria-hidden className="size-4.5 text-info-text" />,
        }}
        toastOptions={{
          classNames: {
            toast: '!items-start !font-sans !text-sm !shadow-raised',
            title: '!font-medium [overflow-wrap:anywhere]',
            description: '!text-muted [overflow-wrap:anywhere]',
            icon: '!mt-px',
          },
        }}
      />
    </div>
  );
}

// Sonner sends the focus that leaves a toast back to where it came from: Tab would go round between the two for
// ever (WCAG 2.1.2). It cannot when it does not learn that the focus has come.
function keepFocusFree(event: FocusEvent) {
  event.stopPropagation();
}
