import { cva, type VariantProps } from 'class-variance-authority';
import { clsx } from 'clsx';
import { Slot } from 'radix-ui';
import type { ComponentProps, MouseEvent } from 'react';
import { Spinner } from './spinner';

const button = cva(
  [
    'inline-flex shrink-0 items-center justify-center gap-2 rounded-lg font-medium whitespace-nowrap select-none',
    'transition-colors disabled:cursor-not-allowed disabled:opacity-60',
    'aria-disabled:cursor-progress aria-disabled:opacity-70 [&_svg]:size-4 [&_svg]:shrink-0',
  ],
  {
    variants: {
      variant: {
        primary: 'bg-primary text-primary-foreground hover:bg-primary-hover',
        secondary: 'border border-field bg-surface text-foreground hover:bg-sunken',
        ghost: 'text-muted hover:bg-sunken hover:text-foreground',
        danger: 'bg-danger text-danger-foreground hover:bg-danger-hover',
        'ghost-danger': 'text-muted hover:bg-danger-soft hover:text-danger-text',
        link: 'text-primary-text underline-offset-4 hover:underline',
      },
      // On a phone each is as high as a thumb needs.
      size: {
        sm: 'h-8 px-2.5 text-[13px] max-sm:h-10',
        md: 'h-9 px-3.5 text-sm max-sm:h-10',
        lg: 'h-11 px-5 text-sm',
        icon: 'size-8 max-sm:size-10',
        bare: 'thumb',
      },
    },
    defaultVariants: { variant: 'secondary', size: 'md' },
  },
);

type ButtonProps = ComponentProps<'button'> &
  VariantProps<typeof button> & {
    asChild?: boolean;
    /** A request is under way: shows progress and takes no more clicks. */
    busy?: boolean;
  };

export function Button({
  asChild,
  busy,
  variant,
  size,
  className,
  onClick,
  children,
  ...props
}: ButtonProps) {
  const Component = asChild ? Slot.Root : 'button';
  const submits = props.type === 'submit';

  // The second click of a double click is never a second request: it must not send twice, nor hit the button
  // that takes this one's place.
  function handleClick(event: MouseEvent<HTMLButtonElement>) {
    if (busy || props['aria-disabled'] || event.detail > 1) {
      event.preventDefault();
      return;
    }
    onClick?.(event);
  }

  return (
    <Component
      type={asChild ? undefined : 'button'}
      {...props}
      // A disabled element drops the keyboard focus, so only a form's submit button is really disabled.
      disabled={props.disabled || (busy && submits) || undefined}
      aria-disabled={(busy && !submits) || props['aria-disabled']}
      aria-busy={busy || undefined}
      className={clsx(button({ variant, size }), className)}
      onClick={handleClick}
    >
      {asChild ? (
        children
      ) : (
        <>
          {busy && <Spinner />}
          {children}
        </>
      )}
    </Component>
  );
}
