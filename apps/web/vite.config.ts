import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** The Host stays the page's own: the server takes changes only from pages of its own origin. */
const toServer = { target: process.env.KERF_SERVER ?? 'http://127.0.0.1:3000', changeOrigin: false }

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
  plugins: [react(), tailwindcss(), preloadHeadlineFont()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    // Inlined files would be data: addresses, which the content security policy refuses for fonts.
    assetsInlineLimit: 0,
    // What the first page needs anyway is one file: split by who else needs it, it would be many, and compress worse.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'initial', tags: ['$initial'] }] } } },
  },
  server: { proxy: { '/api': toServer, '/paypal': toServer, '/sample': toServer } },
})
