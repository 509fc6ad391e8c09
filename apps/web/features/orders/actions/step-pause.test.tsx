import { act, fireEvent, render, screen } from '@testing-library/react';
import { useRef } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { STEP_PAUSE_MS, startStepPause, useClickGuard, useStepPause } from './step-pause';

const FRAME_MS = 16;

const onStep = vi.fn();
const onOther = vi.fn();

function Orders() {
  const area = useRef<HTMLDivElement>(null);
  const isPaused = useStepPause();
  useClickGuard(area);
  return (
    <>
      <div ref={area}>
        <button type="button" aria-disabled={isPaused} onClick={onStep}>
          Aprovar Pedido
        </button>
        <input aria-label="Nota" />
      </div>
      <button type="button" onClick={onOther}>
        Elsewhere
      </button>
    </>
  );
}

beforeEach(() => {
  vi.useFakeTimers();
  render(<Orders />);
});
afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
  vi.clearAllMocks();
});

const step = () => screen.getByRole('button', { name: 'Aprovar Pedido' });

it('takes no click on any order until the pause is over, and takes those elsewhere', () => {
  act(startStepPause);
  fireEvent.click(step());
  // Said once the step itself was painted.
  act(() => vi.advanceTimersByTime(2 * FRAME_MS));
  expect(step().getAttribute('aria-disabled')).toBe('true');
  act(() => vi.advanceTimersByTime(STEP_PAUSE_MS - 2 * FRAME_MS - 1));
  fireEvent.click(step());
  fireEvent.click(screen.getByRole('button', { name: 'Elsewhere' }));
  expect([onStep.mock.calls.length, onOther.mock.calls.length]).toEqual([0, 1]);
  act(() => vi.advanceTimersByTime(1));
  expect(step().getAttribute('aria-disabled')).toBe('false');
  fireEvent.click(step());
  expect(onStep).toHaveBeenCalledTimes(1);
});

it('counts from the last step', () => {
  act(startStepPause);
  act(() => vi.advanceTimersByTime(STEP_PAUSE_MS - 1));
  act(startStepPause);
  act(() => vi.advanceTimersByTime(STEP_PAUSE_MS - 1));
  fireEvent.click(step());
  expect(onStep).not.toHaveBeenCalled();
});

it('takes a key that is held down once, and leaves writing alone', () => {
  const note = screen.getByRole('textbox');
  expect(fireEvent.keyDown(step(), { key: 'Enter' })).toBe(true);
  expect(fireEvent.keyDown(step(), { key: 'Enter', repeat: true })).toBe(false);
  act(startStepPause);
  expect(fireEvent.keyDown(step(), { key: ' ' })).toBe(false);
  expect(fireEvent.keyDown(step(), { key: 'Tab' })).toBe(true);
  expect(fireEvent.keyDown(note, { key: ' ' })).toBe(true);
});
