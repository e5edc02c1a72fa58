import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyError, FastifyInstance } from 'fastify'

const SAMPLE_FILES = new Set(['/sample/sample.jpg', '/sample/sample-filmstrip.jpg', '/sample/sample-waveform.json'])
/** The documents of the pages lie beside the languages' files, but are answered by address, not by name. */
const PAGES_FOLDER = 'pages'
const NO_FILE: readonly number[] = [400, 403, 404]

/** Serves the files of the built web app, compressed where a compressed twin lies beside them: hashed ones for ever. */
export async function webFiles(app: FastifyInstance, folders: { web: string; sample: string }): Promise<void> {
  const root = await languageFolders(folders.web)
  await app.register(async (files) => {
    files.setErrorHandler((error: FastifyError, _request, reply) => {
      // A name that can be no file's, `//` or one of ten thousand letters, is one that is not there, and is told like it.
      if (NO_FILE.includes(error.statusCode ?? 500)) return reply.callNotFound()
      throw error
    })
    await files.register(fastifyStatic, {
      root,
      index: false,
      wildcard: true,
      preCompressed: true,
      dotfiles: 'ignore',
      cacheControl: false,
      setHeaders: (reply, path) => void reply.header('cache-control', cacheControlOf(path)),
    })
    files.get('/sample/:name', async (request, reply) => {
      const path = request.url.split('?')[0] ?? ''
      if (!SAMPLE_FILES.has(path)) return reply.callNotFound()
      return reply.sendFile(path.replace('/sample/', ''), folders.sample)
    })
  })
}

/** Each language's build has its own files; a name with a hash is the same file wherever it lies. */
async function languageFolders(web: string): Promise<string[]> {
  const entries = existsSync(web) ? await readdir(web, { withFileTypes: true }) : []
  const folders = entries.filter((entry) => entry.isDirectory() && entry.name !== PAGES_FOLDER)
  return folders.length > 0 ? folders.map((folder) => join(web, folder.name)) : [web]
}

function cacheControlOf(path: string): string {
  return path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600'
}
