import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { compression } from 'vite-plugin-compression2';
import { nameChunk } from './chunks';

const server = process.env.SERVER_URL ?? 'http://127.0.0.1:3000';

/**
 * The CSP is `style-src 'self'`, so nothing may write a <style> element at run time. Sonner does on import;
 * its stylesheet is imported by index.css instead and the injecting call is taken out of the module.
 */
function sonnerWithoutInjectedStyles(): Plugin {
  return {
    name: 'esteira:sonner-without-injected-styles',
    enforce: 'pre',
    transform(code, id) {
      if (!/[/\\]sonner[/\\]dist[/\\]index\.mjs/.test(id)) return null;
      const start = code.search(/^__insertCSS\("/m);
      const end = code.indexOf('\n', start);
      if (start < 0 || end < 0) throw new Error('sonner no longer injects its styles as expected');
      return { code: code.slice(0, start) + code.slice(end), map: null };
    },
  };
}

/** Icons of a few pages: the list of orders, which every seller opens all day, loads none of them. */
const RARE_ICONS = {
  name: 'rare-icons',
  test: /[\\/]lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/](?:arrow-down|arrow-up|circle-exclamation-point|circle-minus|circle-x|ellipsis|file-spreadsheet|file-up|info|key-round|link-2|mail|message-circle|package-minus|pause|pencil|phone|plus|refresh-cw|search-x|shopping-bag|sparkles|trash|undo-2|upload)\./,
  minShareCount: 2,
};

/**
 * Icons that screens share would otherwise be a request each, two dozen for one screen. Those that the first view of
 * the login page needs stay out, or it would load all the others with them.
 */
const ICONS = {
  name: 'icons',
  test: /[\\/]lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/](?!(?:eye|eye-off|sun|moon|loader-circle|chevron-down|rotate-cw|triangle-exclamation-point|boxes|chart-column|route)\.)/,
  minShareCount: 2,
};

/**
 * A page is asked for together with all that it imports. What opens within a page imports little that is not there yet:
 * the list of it would weigh more than it saves.
 */
function preloadPages(_file: string, imported: string[], { hostId, hostType }: PreloadHost): string[] {
  const isPage = hostType === 'html' || /\/index-[^/]+$/.test(hostId);
  return isPage ? imported : imported.filter((file) => file.endsWith('.css'));
}

interface PreloadHost {
  hostId: string;
  hostType: 'html' | 'js';
}

export default defineConfig({
  plugins: [
    sonnerWithoutInjectedStyles(),
    react(),
    tailwindcss(),
    // The server sends these as they are.
    compression({ algorithms: ['brotliCompress', 'gzip'], threshold: 1024 }),
  ],
  resolve: {
    alias: {
      // Its entry for bundlers is the development build, with all of its warnings.
      'react-router': fileURLToPath(
        new URL('./node_modules/react-router/dist/production/index.mjs', import.meta.url),
      ),
      // The scroll lock of the Radix dialogs writes a <style> too; ours adopts a constructed sheet, which the CSP allows.
      'react-style-singleton': fileURLToPath(new URL('./lib/adopted-style.ts', import.meta.url)),
    },
  },
  // Pre-bundling would hide sonner from the plugin above.
  optimizeDeps: { exclude: ['sonner'] },
  build: {
    outDir: 'dist',
    sourcemap: false,
    assetsInlineLimit: 0,
    // Browsers without `modulepreload` (Safari 16) only load a page's code a moment later.
    modulePreload: { polyfill: false, resolveDependencies: preloadPages },
    rolldownOptions: {
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [RARE_ICONS, ICONS, { name: nameChunk }],
        },
      },
    },
  },
  // A worker may load a part of itself only when it is needed.
  worker: { format: 'es' },
  server: {
    port: 5173,
    proxy: { '/api': server, '/trpc': server },
  },
});
