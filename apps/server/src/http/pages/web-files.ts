import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { PAGES_FOLDER, pathOf, readPageIndex } from './web-pages.ts'

/** Files of the sample for the home page. The three frames appear in its drawing of a cut. */
const SAMPLE_FILES = new Set(
  ['sample.jpg', 'sample-filmstrip.jpg', 'sample-waveform.json'].concat(
    [600, 641, 642].map((frame) => `sample-frame-${frame}.jpg`),
  ),
)

/**
 * Serves the files of the built web app, compressed where a compressed copy exists. Hashed files are cached for a
 * year.
 */
export async function webFiles(app: FastifyInstance, folders: { web: string; sample: string }): Promise<void> {
  const folderOf = await openFileList(folders.web)
  await app.register(async (files) => {
    await files.register(fastifyStatic, {
      root: folders.web,
      serve: false,
      index: false,
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, path) => void reply.header('cache-control', cacheControlOf(path)),
    })
    files.get('/*', async (request, reply) => {
      const path = pathOf(request)
      const folder = await folderOf(path)
      if (folder === undefined) return reply.callNotFound()
      return reply.sendFile(path.slice(1), folder)
    })
    files.get('/sample/:name', async (request, reply) => {
      const file = pathOf(request).replace('/sample/', '')
      if (!SAMPLE_FILES.has(file)) return reply.callNotFound()
      return reply.sendFile(file, folders.sample)
    })
  })
}

/**
 * Finds the folder of a static file by its path. The files are listed once, because the plugin would read the folders
 * of all languages for each request, and again while languages are missing.
 */
async function openFileList(web: string): Promise<(path: string) => Promise<string | undefined>> {
  const languages = (await readPageIndex(web))?.languages ?? []
  let folders = await languageFolders(web)
  let folderByPath = await listFiles(folders)
  return async (path) => {
    if (folders.length < languages.length && !folderByPath.has(path)) {
      const builtFolders = await languageFolders(web)
      const files = await listFiles(builtFolders)
      // If two requests list the files, the older list may come last.
      if (builtFolders.length > folders.length) [folders, folderByPath] = [builtFolders, files]
    }
    return folderByPath.get(path)
  }
}

/** Folders of the languages that are built. A name with a hash is the same file in each of them. */
async function languageFolders(web: string): Promise<string[]> {
  const entries = existsSync(web) ? await readdir(web, { withFileTypes: true }) : []
  const folders = entries.filter((entry) => entry.isDirectory() && entry.name !== PAGES_FOLDER)
  return folders.map((folder) => join(web, folder.name))
}

async function listFiles(folders: string[]): Promise<Map<string, string>> {
  const folderOf = new Map<string, string>()
  for (const folder of folders.toReversed()) {
    if (!existsSync(folder)) continue
    for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
      if (!entry.isFile()) continue
      const name = relative(folder, join(entry.parentPath, entry.name))
      folderOf.set(`/${name.split(sep).join('/')}`, folder)
    }
  }
  return folderOf
}

function cacheControlOf(path: string): string {
  return path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600'
}
