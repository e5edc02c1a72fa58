import { copyFile, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build } from 'vite'
import type { Prerenderer } from '../../apps/web/src/app/page-facts.ts'
import { ENGINE_FILE_PREFIX } from '../../packages/domain/src/site/device-policy.ts'
import { LANGUAGES, type Language } from '../../packages/messages/src/languages.ts'
import { writeOfflineScript } from './offline-script.ts'
import { pageDocument } from './page-document.ts'

/** Index of pages for the server: `apps/web/dist/pages.json`. */
interface PageIndex {
  languages: string[]
  pages: { path: string; id: string; listed: boolean }[]
  formerPaths: Record<string, string>
}

/** Folder of the documents for servers that sell nothing, inside the folder of each language. */
const WITHOUT_PLANS_FOLDER = 'without-plans'

interface BuildOptions {
  /** Saves seconds of compression, for files that are 8 % larger. */
  isQuick: boolean
  /** Called when one language can be served. The others are built when it has ended. */
  onFirstLanguage?: () => Promise<void>
}

const NOT_FOUND = { id: 'notFound', path: '/404', description: '', listed: false }

/** Inline scripts and styles. JSON-LD for search engines is neither. */
const INLINE = /<[^>]+ (?:style|on[a-z]+)="|<style[ >]|<script(?![^>]* src=)(?![^>]*ld\+json)[^>]*>/

/**
 * Builds the web app once for each language. `dist/{language}/`: static files, and their compressed versions. Files
 * that all languages have are only in the folder of the first one. `device-offline.{language}.js` is the service worker
 * of the page for local files. `dist/pages/{language}/{id}.html`: documents of the pages, prerendered if they are the
 * same for everybody. `dist/pages/{language}/without-plans/{id}.html`: the same for servers that sell nothing.
 * `dist/pages/{language}/app.html`: an empty document, for addresses whose content depends on more than the path.
 * `dist/pages/{language}/files.json`: the files of each part of the app.
 */
export async function buildWeb(
  webRoot: string,
  scratch: string,
  { isQuick, onFirstLanguage }: BuildOptions,
): Promise<void> {
  // React chooses its code by this variable. A test runner that builds sets it to `test`, and would get the slow one.
  process.env.NODE_ENV = 'production'
  const dist = join(webRoot, 'dist')
  const drafts = join(scratch, 'web')
  for (const folder of [dist, drafts]) await rm(folder, { recursive: true, force: true })
  await mkdir(join(dist, 'pages'), { recursive: true })
  const quality = isQuick ? QUICK_BROTLI_QUALITY : constants.BROTLI_MAX_QUALITY
  const prerenderFolder = join(scratch, 'prerender')
  await buildPrerender(webRoot, prerenderFolder)
  const placements: Promise<void>[] = []
  for (const code of [ownLanguage(), ...LANGUAGES.filter((language) => language !== ownLanguage())]) {
    process.env.KERF_LANGUAGE = code
    const draft = join(drafts, code)
    await build({ root: webRoot, logLevel: 'warn', build: { outDir: join(draft, 'files') } })
    const index = await writePages(draft, code, await loadPrerender(prerenderFolder, code))
    await writeOfflineScript(webRoot, join(draft, 'files'), {
      language: code,
      parts: JSON.parse(await readFile(join(draft, 'pages/files.json'), 'utf8')),
      document: await readFile(join(draft, 'pages/device.html'), 'utf8'),
    })
    // The first language is placed already, so that the server finds its files for all others.
    if (placements.length > 0) await removeRepeatedFiles(join(draft, 'files'), join(dist, ownLanguage()))
    // Compression runs while the next language is built.
    placements.push(placeLanguage(draft, dist, code, quality))
    if (placements.length > 1) continue
    await placements[0]
    await writeFile(join(dist, 'pages.json'), JSON.stringify(index, null, 2))
    await onFirstLanguage?.()
  }
  await Promise.all(placements)
  await rm(drafts, { recursive: true })
}

/** Language of this machine, if there is a build for it, whose pages somebody probably opens first. */
function ownLanguage(): Language {
  const { locale } = new Intl.DateTimeFormat().resolvedOptions()
  return LANGUAGES.find((code) => locale.startsWith(code)) ?? LANGUAGES[0]
}

/** Compresses a language's files and moves it to where it is served. Its pages come last: with them it is complete. */
async function placeLanguage(draft: string, dist: string, code: Language, quality: number): Promise<void> {
  await compressFiles(join(draft, 'files'), quality)
  await rename(join(draft, 'files'), join(dist, code))
  await rename(join(draft, 'pages'), join(dist, 'pages', code))
}

/** Deletes the files that the first language has at the same path, such as the engine. They are the same in all. */
async function removeRepeatedFiles(files: string, firstFiles: string): Promise<void> {
  for (const entry of await readdir(firstFiles, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) await rm(join(files, relative(firstFiles, entry.parentPath), entry.name), { force: true })
}

/** Builds `prerender.js`, the prerenderer of all languages. Its bundle imports the sentences when it is loaded. */
async function buildPrerender(root: string, outDir: string): Promise<void> {
  await build({
    root,
    logLevel: 'warn',
    // One React renders all languages, so that it is compiled once. To bundle the other two takes half of the time.
    ssr: { external: ['react', 'react-dom', 'zod', 'mediabunny'] },
    build: {
      ssr: 'src/app/prerender.tsx',
      outDir,
      emptyOutDir: true,
      copyPublicDir: false,
      manifest: false,
      minify: false,
      rolldownOptions: { external: [/^#messages\//, /^\/sample\//], output: { codeSplitting: false } },
    },
  })
}

async function loadPrerender(folder: string, language: string): Promise<Prerenderer> {
  const ownFolder = join(folder, language)
  const manifest = { type: 'module', imports: { '#messages/*.ts': `@kerf/messages/${language}/*` } }
  await mkdir(ownFolder)
  await writeFile(join(ownFolder, 'package.json'), JSON.stringify(manifest))
  await copyFile(join(folder, 'prerender.js'), join(ownFolder, 'prerender.js'))
  return import(pathToFileURL(join(ownFolder, 'prerender.js')).href) as Promise<Prerenderer>
}

async function writePages(draft: string, language: Language, prerender: Prerenderer): Promise<PageIndex> {
  const files = join(draft, 'files')
  const folder = join(draft, 'pages')
  await mkdir(join(folder, WITHOUT_PLANS_FOLDER), { recursive: true })
  // The template moves out of the static files, because it is not a complete page.
  const templateFile = join(folder, 'template.html')
  await rename(join(files, 'index.html'), templateFile)
  // Documents are at several depths, so they name files from the root. The server adds the path of PUBLIC_URL.
  const template = (await readFile(templateFile, 'utf8')).replaceAll('="./', '="/')
  await rename(join(files, '.vite/manifest.json'), join(folder, 'files.json'))
  await rm(join(files, '.vite'), { recursive: true })
  await rm(templateFile)

  const { noScript, notLoaded } = prerender
  const commonOptions = { language, noScript, notLoaded }
  const facts = prerender.pageFacts()
  const home = facts.find((page) => page.id === 'home')
  if (!home) throw new Error('There is no home page.')
  for (const sellsPlans of [true, false]) {
    const write = (id: string, document: string) => {
      const inline = INLINE.exec(document)
      if (inline)
        throw new Error(`The page ${id} has ${inline[0].trim()} in it, which the content security policy refuses.`)
      return writeFile(join(folder, sellsPlans ? '' : WITHOUT_PLANS_FOLDER, `${id}.html`), document)
    }
    const render = (path: string) => prerender.renderPage(path, { sellsPlans })
    for (const page of facts.filter(({ id }) => sellsPlans || id !== 'subscription')) {
      const content = page.prerendered ? await render(page.path) : ''
      await write(page.id, pageDocument(template, { ...page, ...commonOptions, content }))
    }
    const content = await render(NOT_FOUND.path)
    const title = prerender.notFoundTitle
    await write(NOT_FOUND.id, pageDocument(template, { ...NOT_FOUND, title, ...commonOptions, content }))
    await write('app', pageDocument(template, { ...home, listed: false, ...commonOptions, content: '' }))
  }
  return {
    languages: LANGUAGES,
    pages: facts.map(({ path, id, listed }) => ({ path, id, listed })),
    formerPaths: prerender.formerPaths,
  }
}

const COMPRESSIBLE = /\.(js|css|svg|json|webmanifest)$/
/** Size below which compression saves less than one packet. */
const MIN_COMPRESSED_BYTES = 1024
/** Quality 9 takes longer than 11 for files of this size, and those from 5 to 8 compress alike. */
const QUICK_BROTLI_QUALITY = 5

/** Writes a `.br` and a `.gz` version of the text files in a folder, so that no request needs to compress. */
async function compressFiles(folder: string, quality: number): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && COMPRESSIBLE.test(entry.name))
  await Promise.all(
    files.map(async ({ parentPath, name }) => {
      const path = join(parentPath, name)
      const bytes = await readFile(path)
      if (bytes.length < MIN_COMPRESSED_BYTES) return
      const params = { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
      await writeFile(`${path}.br`, await promisify(brotliCompress)(bytes, { params }))
      // Browsers that can run the engine accept Brotli.
      if (!name.startsWith(ENGINE_FILE_PREFIX))
        await writeFile(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 }))
    }),
  )
}
