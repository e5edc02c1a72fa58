import { join } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { ENGINE_FILE_PREFIX } from '../../packages/domain/src/site/device-policy.ts'

/**
 * Proxy target of the dev server. The page's `Host` header is kept, because the server accepts changes only from its
 * own origin.
 */
const serverProxy = { target: process.env.KERF_SERVER ?? 'http://127.0.0.1:3000', changeOrigin: false }

/** Language of this build. Messages are bundled at build time, so a visitor loads only one language. */
const language = process.env.KERF_LANGUAGE ?? 'en'

/**
 * Preloads the headline's font with the page. If it loaded after the style sheet, the headline would change its font.
 */
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
      // react-style-singleton writes style elements into the page, which the content security policy refuses.
      {
        find: 'react-style-singleton',
        replacement: join(import.meta.dirname, '../../packages/ui/src/styles/adopted-style.ts'),
      },
      // The router includes this shim for old versions of React. The installed React has the hook.
      { find: 'use-sync-external-store/shim/index.js', replacement: 'react' },
    ],
  },
  // Scripts and style sheets name files relative to their own address, so one build serves any path of PUBLIC_URL.
  base: './',
  build: {
    outDir: join('dist', language),
    emptyOutDir: true,
    target: 'es2022',
    // All supported browsers have modulepreload.
    modulePreload: { polyfill: false },
    // The manifest lists the files of each page: the build checks their size.
    manifest: true,
    // Inlined files would be data: addresses, which the content security policy refuses for fonts.
    assetsInlineLimit: 0,
    rolldownOptions: {
      // The server has the sample's files; the build does not.
      external: [/^\.\.\/sample\//],
      checks: { pluginTimings: false },
      output: {
        codeSplitting: {
          groups: [
            // The code of the first page is one file: several files would compress worse.
            { name: 'initial', tags: ['$initial'], priority: 1 },
            // Modules that nearly every page needs.
            { name: 'common', minShareCount: 16 },
          ],
        },
        // The first file lists the names of all others, and hashes do not compress. So a name is only a short hash.
        chunkFileNames: 'assets/[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:6][extname]',
      },
    },
  },
  worker: {
    format: 'es',
    // The server sends these files with a content security policy of their own.
    rolldownOptions: {
      output: {
        entryFileNames: `assets/${ENGINE_FILE_PREFIX}[hash:7].js`,
        chunkFileNames: `assets/${ENGINE_FILE_PREFIX}[hash:7].js`,
      },
    },
  },
  // The prerenderer is one file with all its dependencies. The build runs it once and deletes it.
  ssr: { noExternal: true },
  // Tests of pages have no server.
  server: {
    proxy: process.env.VITEST ? {} : { '^/api/': serverProxy, '^/paypal/': serverProxy, '^/sample/': serverProxy },
  },
})
