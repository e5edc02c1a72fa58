import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import { build } from 'vite'
import type { Prerenderer } from '../../apps/web/src/app/page-facts.ts'
import { LANGUAGES } from '../../packages/messages/src/languages.ts'
import { pageDocument } from './page-document.ts'

/** The path of a page's document, for the server: `apps/web/dist/pages.json`. */
interface PageIndex {
  languages: string[]
  pages: { path: string; id: string; listed: boolean }[]
  formerPaths: Record<string, string>
}

const NOT_FOUND = { id: 'notFound', path: '/404', description: '', listed: false }

/** What runs or styles without being a file of ours. Data for search engines neither runs nor styles. */
const INLINE = /<[^>]+ (?:style|on[a-z]+)="|<style[ >]|<script(?![^>]* src=)(?![^>]*ld\+json)[^>]*>/

/**
 * Builds the web app once per language:
 * `dist/{language}/` is served as it is, hashed files and their compressed twins;
 * `dist/pages/{language}/{id}.html` are the documents of the pages, prerendered where they are the same for everybody;
 * `dist/pages/{language}/app.html` is the empty one, for addresses whose content depends on more than the path;
 * `dist/pages/{language}/files.json` says which files each part of the app is made of.
 */
export async function buildWeb(webRoot: string, scratch: string): Promise<void> {
  const dist = join(webRoot, 'dist')
  await rm(dist, { recursive: true, force: true })
  const compressed: Promise<void>[] = []
  let index: PageIndex | null = null
  for (const code of LANGUAGES) {
    process.env.KERF_LANGUAGE = code
    await build({ root: webRoot, logLevel: 'warn' })
    const prerender = await loadPrerender(webRoot, join(scratch, 'prerender', code))
    index = await writePages(dist, code, prerender)
    // Goes on while the next language is built.
    compressed.push(compressFiles(join(dist, code)))
  }
  await Promise.all(compressed)
  await writeFile(join(dist, 'pages.json'), JSON.stringify(index, null, 2))
}

async function loadPrerender(webRoot: string, outDir: string): Promise<Prerenderer> {
  const ssr = { ssr: 'src/app/prerender.tsx', outDir, emptyOutDir: true, copyPublicDir: false, manifest: false }
  await build({ root: webRoot, logLevel: 'warn', build: ssr })
  return import(pathToFileURL(join(outDir, 'prerender.js')).href) as Promise<Prerenderer>
}

async function writePages(dist: string, language: string, prerender: Prerenderer): Promise<PageIndex> {
  const folder = join(dist, 'pages', language)
  await mkdir(folder, { recursive: true })
  // Not beside the files that are served as they are: without its page's head it is no answer to anything.
  const templateFile = join(folder, 'template.html')
  await rename(join(dist, language, 'index.html'), templateFile)
  const template = await readFile(templateFile, 'utf8')
  await rename(join(dist, language, '.vite/manifest.json'), join(folder, 'files.json'))
  await rm(join(dist, language, '.vite'), { recursive: true })
  await rm(templateFile)

  const { noScript, notLoaded } = prerender
  const shared = { language, noScript, notLoaded }
  const facts = prerender.pageFacts()
  const home = facts.find((page) => page.id === 'home')
  if (!home) throw new Error('There is no home page.')
  const write = (id: string, document: string) => {
    const inline = INLINE.exec(document)
    if (inline)
      throw new Error(`The page ${id} has ${inline[0].trim()} in it, which the content security policy refuses.`)
    return writeFile(join(folder, `${id}.html`), document)
  }
  for (const page of facts) {
    const content = page.prerendered ? await prerender.renderPage(page.path) : ''
    await write(page.id, pageDocument(template, { ...page, ...shared, content }))
  }
  const content = await prerender.renderPage(NOT_FOUND.path)
  const title = prerender.notFoundTitle
  await write(NOT_FOUND.id, pageDocument(template, { ...NOT_FOUND, title, ...shared, content }))
  await write('app', pageDocument(template, { ...home, listed: false, ...shared, content: '' }))
  return {
    languages: LANGUAGES,
    pages: facts.map(({ path, id, listed }) => ({ path, id, listed })),
    formerPaths: prerender.formerPaths,
  }
}

const COMPRESSIBLE = /\.(js|css|svg|json|webmanifest)$/
/** Below this the twin saves less than a packet. */
const WORTH_BYTES = 1024

/** Writes a `.br` and a `.gz` twin beside every text file of a folder: compressed once, not for every visitor. */
async function compressFiles(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && COMPRESSIBLE.test(entry.name))
  await Promise.all(
    files.map(async ({ parentPath, name }) => {
      const path = join(parentPath, name)
      const bytes = await readFile(path)
      if (bytes.length < WORTH_BYTES) return
      await writeFile(`${path}.br`, await promisify(brotliCompress)(bytes))
      await writeFile(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 }))
    }),
  )
}
