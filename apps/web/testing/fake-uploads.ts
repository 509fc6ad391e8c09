import { act } from '@testing-library/react';
import { vi } from 'vitest';
import { until } from './open-app';

/** One file on its way, as `XMLHttpRequest` sends it. */
class FakeUpload {
  onload: (() => void) | null = null;
  onerror: (() => void) | null = null;
  onabort: (() => void) | null = null;
  readonly upload: { onprogress: unknown; onload: (() => void) | null } = { onprogress: null, onload: null };
  status = 0;
  responseText = '';
  url = '';
  file: File | null = null;
  isAborted = false;
  #headers: Record<string, string> = {};

  static readonly sent: FakeUpload[] = [];

  open(_method: string, url: string): void {
    this.url = url;
  }

  setRequestHeader(): void {}

  getResponseHeader(name: string): string | null {
    return this.#headers[name] ?? null;
  }

  send(form: FormData): void {
    this.file = form.get('file') as File;
    FakeUpload.sent.push(this);
  }

  abort(): void {
    this.isAborted = true;
    this.onabort?.();
  }

  /** All of it has reached the server. */
  arrive(): void {
    act(() => this.upload.onload?.());
  }

  /** The server's answer. */
  answer(status: number, body: object, headers: Record<string, string> = {}): void {
    Object.assign(this, { status, responseText: JSON.stringify(body) });
    this.#headers = headers;
    act(() => this.onload?.());
  }

  /** There is no network. */
  cut(): void {
    act(() => this.onerror?.());
  }
}

/** Takes the place of `XMLHttpRequest`. Returns what was sent; each upload waits for its test to answer it. */
export function takeUploads(): FakeUpload[] {
  FakeUpload.sent.length = 0;
  vi.stubGlobal('XMLHttpRequest', FakeUpload);
  return FakeUpload.sent;
}

/** The upload of this place, once it was sent. */
export function findUpload(uploads: readonly FakeUpload[], place = 0): Promise<FakeUpload> {
  return until(() => {
    const upload = uploads[place];
    if (upload === undefined) throw new Error(`there is no upload ${place}`);
    return upload;
  });
}
