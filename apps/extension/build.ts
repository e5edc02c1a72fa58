import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { LANGUAGES, type Language } from '@kerf/messages/languages'
import { build } from 'vite'
import product from '../../package.json' with { type: 'json' }

const ENTRYPOINTS_FOLDER = join(import.meta.dirname, 'src/entrypoints')
const ICON_PATH = join(import.meta.dirname, '../web/public/icons/icon-192.png')

const FIREFOX_SETTINGS = {
  gecko: { id: 'marks@kerf', strict_min_version: '128.0', data_collection_permissions: { required: ['none'] } },
}

type Browser = 'chrome' | 'firefox'

/** Builds the extension for a browser. @returns the folder that the browser loads, such as `dist/chrome-mv3` */
export async function buildExtension(outputFolder: string, browser: Browser): Promise<string> {
  const folder = join(outputFolder, `${browser}-mv3`)
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  for (const name of ['background', 'youtube', 'options']) await bundleScript(name, folder)
  for (const name of ['options.html', 'options.css']) await copyFile(join(ENTRYPOINTS_FOLDER, name), join(folder, name))
  await copyFile(ICON_PATH, join(folder, 'icon.png'))
  await writeFile(join(folder, 'manifest.json'), JSON.stringify(createManifest(browser), null, 2))
  for (const language of LANGUAGES) {
    await mkdir(join(folder, '_locales', language), { recursive: true })
    await writeFile(join(folder, '_locales', language, 'messages.json'), await formatLocaleFile(language))
  }
  return folder
}

/** Bundles a script into one file without imports, because content scripts cannot be modules. */
async function bundleScript(name: string, folder: string): Promise<void> {
  await build({
    configFile: false,
    root: import.meta.dirname,
    publicDir: false,
    logLevel: 'warn',
    build: {
      outDir: folder,
      emptyOutDir: false,
      rolldownOptions: {
        input: join(ENTRYPOINTS_FOLDER, `${name}.ts`),
        output: { format: 'iife', strict: true, entryFileNames: '[name].js' },
      },
    },
  })
}

function createManifest(browser: Browser) {
  return {
    manifest_version: 3,
    name: 'Kerf',
    version: product.version,
    description: '__MSG_description__',
    default_locale: 'en',
    icons: { 192: 'icon.png' },
    // The empty action shows a toolbar button, which opens the options (background.ts).
    action: {},
    background: browser === 'firefox' ? { scripts: ['background.js'] } : { service_worker: 'background.js' },
    options_ui: { open_in_tab: true, page: 'options.html' },
    // All pages of YouTube match, because each page may open a video without a new document.
    content_scripts: [{ matches: ['https://www.youtube.com/*'], js: ['youtube.js'] }],
    browser_specific_settings: browser === 'firefox' ? FIREFOX_SETTINGS : undefined,
  }
}

/**
 * The messages of a language in the format of browsers: `{ "markIn": { "message": "Mark in" } }`. `$1` stands for an
 * inserted text.
 */
async function formatLocaleFile(language: Language): Promise<string> {
  const { extensionWords } = (await import(`@kerf/messages/${language}/extension`)) as {
    extensionWords: Record<string, string | ((inserted: string) => string)>
  }
  const entries = Object.entries(extensionWords).map(([name, words]) => [
    name,
    { message: typeof words === 'string' ? words : words('$1') },
  ])
  return JSON.stringify(Object.fromEntries(entries), null, 2)
}

if (import.meta.main)
  for (const browser of ['chrome', 'firefox'] as const) await buildExtension(join(import.meta.dirname, 'dist'), browser)
