import { defineConfig } from 'vite';

const api = process.env.FORESHOCK_CONSOLE ?? 'http://127.0.0.1:8499';

// File names carry no hash and assets are never inlined: the same sources give
// the same bytes under the same names, which the gateway embeds.
export default defineConfig({
  base: './',
  build: {
    target: 'es2022',
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    modulePreload: false,
    cssCodeSplit: false,
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        entryFileNames: 'app.js',
        assetFileNames: 'app[extname]',
        codeSplitting: false,
      },
    },
  },
  server: { proxy: { '/api': api } },
});
