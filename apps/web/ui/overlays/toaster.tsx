import { CircleCheck, CircleX, Info, TriangleAlert } from 'lucide-react';
import { type CSSProperties, type FocusEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { Toaster as Sonner } from 'sonner';
import { findToastOffset } from './toast-offset';

const WIDTH_PX = 356;
const SHOWN_MS = 4000;
const VISIBLE = 3;
const MARGIN_PX = 16;

const colors = {
  '--width': `${WIDTH_PX}px`,
  '--normal-bg': 'var(--surface)',
  '--normal-text': 'var(--foreground)',
  '--normal-border': 'var(--border)',
  '--border-radius': '8px',
} as CSSProperties;

/** Top right, three at a time or one in a narrow window, four seconds, 356 px or the screen less its margins (docs/product-rules/web-app.md#toasts). */
export function Toaster() {
  const region = useRef<HTMLDivElement>(null);
  const top = useToastOffset(region);
  return (
    <div ref={region} onFocusCapture={releaseFocus}>
      <Sonner
        position="top-right"
        visibleToasts={countVisible()}
        duration={SHOWN_MS}
        closeButton
        style={colors}
        offset={{ top, right: MARGIN_PX }}
        mobileOffset={{ top, left: MARGIN_PX, right: MARGIN_PX }}
        containerAriaLabel="Notificações"
        icons={{
          success: <CircleCheck aria-hidden className="size-4.5 text-success-text" />,
          error: <CircleX aria-hidden className="size-4.5 text-danger-text" />,
          warning: <TriangleAlert aria-hidden className="size-4.5 text-warning-text" />,
          info: <Info aria-hidden className="size-4.5 text-info-text" />,
        }}
        toastOptions={{
          closeButtonAriaLabel: 'Dispensar aviso',
          classNames: {
            toast: '!items-start !font-sans !text-sm !shadow-raised',
            title: '!font-medium [overflow-wrap:anywhere]',
            description: '!text-muted [overflow-wrap:anywhere]',
            icon: '!mt-px',
            // A click anywhere closes a toast but on what it offers.
            closeButton:
              '!inset-0 !size-full !transform-none !rounded-lg !border-0 !bg-transparent !opacity-0 focus-visible:!opacity-100 [&>svg]:hidden',
            actionButton: '!relative !z-10',
          },
        }}
      />
    </div>
  );
}

// Sonner sends the focus that leaves a toast back to where it came from: Tab would go round between the two for
// ever (WCAG 2.1.2). It cannot when it does not learn that the focus has come.
function releaseFocus(event: FocusEvent) {
  event.stopPropagation();
}

const CONTROLS = 'a[href], button, input, select, textarea';
const TOASTS = '[data-sonner-toast]';
/** Each further toast looks out below the one before it. */
const LOOKS_OUT_PX = 14;
/** Up to this width of the window a toast is as wide as the window, less its margins. */
const NARROW_PX = 600;
/** A narrow window shows the newest alone. */
const countVisible = () => (window.innerWidth <= NARROW_PX ? 1 : VISIBLE);
/** Further down a toast is no longer where one looks for it. */
const MAX_TOP_PX = 240;

/** Keeps toasts off what can be clicked: the page's main button and the banners first of all. */
function useToastOffset(region: RefObject<HTMLDivElement | null>): number {
  const [top, setTop] = useState(MARGIN_PX);

  useEffect(() => {
    const { current } = region;
    if (!current) return;
    const place = () => {
      const toasts = [...current.querySelectorAll<HTMLElement>(TOASTS)].slice(0, countVisible());
      if (toasts.length > 0) setTop(measureToastOffset(current, toasts));
    };
    const comings = new MutationObserver(place);
    comings.observe(current, { childList: true, subtree: true });
    // The page may still be on its way, or another may come.
    const sizes = new ResizeObserver(place);
    sizes.observe(document.body);
    return () => {
      comings.disconnect();
      sizes.disconnect();
    };
  }, [region]);

  return top;
}

function measureToastOffset(region: HTMLElement, toasts: readonly HTMLElement[]): number {
  const tallest = Math.max(...toasts.map((toast) => toast.offsetHeight));
  const height = tallest + (toasts.length - 1) * LOOKS_OUT_PX;
  const right = window.innerWidth - MARGIN_PX;
  const left = window.innerWidth <= NARROW_PX ? MARGIN_PX : right - WIDTH_PX;
  const controls = [...document.querySelectorAll(CONTROLS)]
    .filter((control) => !region.contains(control))
    .map((control) => control.getBoundingClientRect())
    .filter((box) => box.width > 0 && box.bottom > 0 && box.right > left && box.left < right);
  const free = findToastOffset(controls, height, { min: MARGIN_PX, max: MAX_TOP_PX });
  if (free !== null) return free;
  const headerEnd = document.querySelector('main header')?.getBoundingClientRect().bottom ?? 0;
  const ofHeader = controls.filter((box) => box.top < headerEnd);
  return findToastOffset(ofHeader, height, { min: MARGIN_PX, max: window.innerHeight / 2 }) ?? MARGIN_PX;
}
