import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'

const SAMPLE_FILES = new Set(['/sample/sample.jpg', '/sample/sample-filmstrip.jpg', '/sample/sample-waveform.json'])
/** The documents of the pages lie beside the languages' files, but are answered by address, not by name. */
const PAGES_FOLDER = 'pages'

/** Serves the files of the built web app, compressed where a compressed twin lies beside them: hashed ones for ever. */
export async function webFiles(app: FastifyInstance, folders: { web: string; sample: string }): Promise<void> {
  const languages = await languageFolders(folders.web)
  // Listed once: left to search, the plugin reads the folders of every language again for each file of a page.
  const folderOf = await listFiles(languages)
  await app.register(async (files) => {
    await files.register(fastifyStatic, {
      root: languages,
      serve: false,
      index: false,
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, path) => void reply.header('cache-control', cacheControlOf(path)),
    })
    files.get('/*', async (request, reply) => {
      const path = pathOf(request)
      const folder = folderOf.get(path)
      if (folder === undefined) return reply.callNotFound()
      return reply.sendFile(path.slice(1), folder)
    })
    files.get('/sample/:name', async (request, reply) => {
      const path = pathOf(request)
      if (!SAMPLE_FILES.has(path)) return reply.callNotFound()
      return reply.sendFile(path.replace('/sample/', ''), folders.sample)
    })
  })
}

const pathOf = (request: FastifyRequest): string => request.url.split('?')[0] ?? ''

/** Each language's build has its own files; a name with a hash is the same file wherever it lies. */
async function languageFolders(web: string): Promise<string[]> {
  const entries = existsSync(web) ? await readdir(web, { withFileTypes: true }) : []
  const folders = entries.filter((entry) => entry.isDirectory() && entry.name !== PAGES_FOLDER)
  return folders.length > 0 ? folders.map((folder) => join(web, folder.name)) : [web]
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
