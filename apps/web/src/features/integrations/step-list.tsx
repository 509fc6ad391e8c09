import type { Step } from './integration-steps';

/** What an operator does once, so that a marketplace becomes real. */
export function StepList({ steps }: { steps: Step[] }) {
  return (
    <ol className="grid gap-4 p-4">
      {steps.map((step, index) => (
        <li key={step.title} className="flex gap-3">
          <span
            aria-hidden
            className="tabular grid size-6 shrink-0 place-items-center rounded-full bg-primary-soft font-semibold text-primary-text text-xs"
          >
            {index + 1}
          </span>
          <div className="grid min-w-0 gap-0.5 pt-0.5">
            <h3 className="font-medium">{step.title}</h3>
            <div className="text-muted">{step.content}</div>
          </div>
        </li>
      ))}
    </ol>
  );
}
