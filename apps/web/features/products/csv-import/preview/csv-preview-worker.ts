import { z } from 'zod';
import { type PreviewMessage, PreviewReader } from './preview-reader';

// The page's security policy forbids compiling text, which zod would try here: a worker has no document.
z.config({ jitless: true });

const reader = new PreviewReader((message) => self.postMessage(message));

self.addEventListener('message', ({ data }: MessageEvent<PreviewMessage>) => void reader.take(data));
