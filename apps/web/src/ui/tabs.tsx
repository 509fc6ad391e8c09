import { clsx } from 'clsx';
import { Tabs as Primitive } from 'radix-ui';
import type { ReactNode } from 'react';

interface TabsProps {
  value: string;
  onValueChange: (value: string) => void;
  label: string;
  tabs: { value: string; label: string }[];
  /** Each tab takes an equal share of the width. */
  stretch?: boolean;
  children: ReactNode;
}

export function Tabs({ value, onValueChange, label, tabs, stretch, children }: TabsProps) {
  return (
    <Primitive.Root value={value} onValueChange={onValueChange}>
      <Primitive.List
        aria-label={label}
        className={clsx('flex gap-1 border-border border-b', stretch && '[&>*]:flex-1')}
      >
        {tabs.map((tab) => (
          <Primitive.Trigger
            key={tab.value}
            value={tab.value}
            className={clsx(
              '-mb-px tabular border-transparent border-b-2 px-3 py-2 font-medium text-muted text-sm',
              'transition-colors hover:text-foreground',
              'data-[state=active]:border-primary data-[state=active]:text-foreground',
            )}
          >
            {tab.label}
          </Primitive.Trigger>
        ))}
      </Primitive.List>
      {children}
    </Primitive.Root>
  );
}

export const TabPanel = Primitive.Content;
