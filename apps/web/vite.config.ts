import { join } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** The Host stays the page's own: the server takes changes only from pages of its own origin. */
const toServer = { target: process.env.KERF_SERVER ?? 'http://127.0.0.1:3000', changeOrigin: false }

/** One build speaks one language: sentences are found at build time, and nobody loads a language they do not read. */
const language = process.env.KERF_LANGUAGE ?? 'en'

/** The headline's font is asked for with the page instead of after the style sheet, so that the words do not change under the eye. */
function preloadHeadlineFont(): Plugin {
  return {
    name: 'preload-headline-font',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const font = Object.keys(bundle ?? {}).find((file) => /familjen-grotesk-latin-wght.*\.woff2$/.test(file))
        if (!font) return []
        const attrs = { rel: 'preload', href: `/${font}`, as: 'font', type: 'font/woff2', crossorigin: true }
        return [{ tag: 'link', attrs, injectTo: 'head' }]
      },
    },
  }
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react({ jsxImportSource: '@kerf/ui' }), tailwindcss(), preloadHeadlineFont()],
  resolve: {
    alias: [
      { find: /^#messages\//, replacement: join(import.meta.dirname, '../../packages/messages/src', language, '/') },
      // The router brings a stand-in for older editions of React; this one has the hook itself.
      // That one writes style elements into the page, which the content security policy refuses.
      {
        find: 'react-style-singleton',
        replacement: join(import.meta.dirname, '../../packages/ui/src/styles/adopted-style.ts'),
      },
      { find: 'use-sync-external-store/shim/index.js', replacement: 'react' },
    ],
  },
  build: {
    outDir: join('dist', language),
    emptyOutDir: true,
    target: 'es2022',
    // Browsers that run the rest of the page know modulepreload themselves.
    modulePreload: { polyfill: false },
    // Says which files a page needs: the build checks their weight.
    manifest: true,
    // Inlined files would be data: addresses, which the content security policy refuses for fonts.
    assetsInlineLimit: 0,
    // What the first page needs anyway is one file: split by who else needs it, it would be many, and compress worse.
    rolldownOptions: {
      // The server has the sample's files, not the build.
      external: [/^\/sample\//],
      checks: { pluginTimings: false },
      output: {
        codeSplitting: {
          groups: [
            { name: 'initial', tags: ['$initial'], priority: 1 },
            // What nearly every page needs.
            { name: 'common', minShareCount: 16 },
          ],
        },
        // The first file names every other one, and hashes do not compress. So a name is nothing but a short hash.
        chunkFileNames: 'assets/[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:6][extname]',
      },
    },
  },
  // Everything goes into the one file that writes the pages beforehand: it runs once and is thrown away.
  ssr: { noExternal: true },
  server: { proxy: { '^/api/': toServer, '^/paypal/': toServer, '^/sample/': toServer } },
})
