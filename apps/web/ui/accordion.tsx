import { ChevronDown } from 'lucide-react';
import { Accordion as Primitive } from 'radix-ui';
import type { ReactNode } from 'react';

interface Section {
  id: string;
  title: ReactNode;
  content: ReactNode;
}

/** One section open at a time; the open one can be closed. */
export function Accordion({ sections, defaultOpen }: { sections: Section[]; defaultOpen?: string }) {
  return (
    <Primitive.Root
      type="single"
      collapsible
      {...(defaultOpen ? { defaultValue: defaultOpen } : {})}
      className="divide-y divide-border overflow-hidden rounded-lg border border-border bg-surface"
    >
      {sections.map((section) => (
        <Primitive.Item key={section.id} value={section.id}>
          <Primitive.Header asChild>
            <h2>
              <Primitive.Trigger className="group -outline-offset-2 flex w-full items-center justify-between gap-4 px-4 py-3.5 text-left font-semibold text-sm hover:bg-sunken">
                {section.title}
                <ChevronDown
                  aria-hidden
                  className="size-4 shrink-0 text-muted transition-transform group-data-[state=open]:rotate-180"
                />
              </Primitive.Trigger>
            </h2>
          </Primitive.Header>
          <Primitive.Content className="overflow-hidden data-[state=open]:animate-open">
            <div className="px-4 pt-1 pb-5">{section.content}</div>
          </Primitive.Content>
        </Primitive.Item>
      ))}
    </Primitive.Root>
  );
}
