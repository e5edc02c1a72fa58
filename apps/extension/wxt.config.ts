import { join } from 'node:path'
import { LANGUAGES } from '@kerf/messages/languages'
import { defineConfig } from 'wxt'
import product from '../../package.json' with { type: 'json' }
import { localeFile } from './src/locale-file.ts'

const ICON = join(import.meta.dirname, '../web/public/icons/icon-192.png')

export default defineConfig({
  srcDir: 'src',
  outDir: 'dist',
  // What a file uses, it imports.
  imports: false,
  manifestVersion: 3,
  manifest: ({ browser }) => ({
    name: 'Kerf',
    version: product.version,
    description: '__MSG_description__',
    default_locale: 'en',
    icons: { 192: 'icon.png' },
    // Its button opens the options.
    action: {},
    ...(browser === 'firefox' && {
      browser_specific_settings: {
        gecko: { id: 'marks@kerf', strict_min_version: '128.0', data_collection_permissions: { required: ['none'] } },
      },
    }),
  }),
  hooks: {
    'build:publicAssets': async (_, files) => {
      files.push({ absoluteSrc: ICON, relativeDest: 'icon.png' })
      for (const language of LANGUAGES)
        files.push({ relativeDest: `_locales/${language}/messages.json`, contents: await localeFile(language) })
    },
  },
})
