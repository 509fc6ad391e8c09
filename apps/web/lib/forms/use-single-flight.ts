import { useCallback, useRef } from 'react';

/**
 * Lets one call of `run` through at a time. A mutation's `isPending` reaches the screen a moment too late to stop
 * two clicks in the same tick.
 */
export function useSingleFlight<Input, Output>(
  run: (input: Input) => Promise<Output>,
  onDone?: (output: Output) => void,
): (input: Input) => void {
  const busy = useRef(false);

  return useCallback(
    (input: Input) => {
      if (busy.current) return;
      busy.current = true;
      run(input)
        // The mutation's own onError has told the user; what fails in onDone is a defect and stays visible.
        .then(onDone, () => undefined)
        .finally(() => {
          busy.current = false;
        });
    },
    [run, onDone],
  );
}
