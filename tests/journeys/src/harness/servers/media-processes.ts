import { readdir, readFile, readlink } from 'node:fs/promises'
import { join } from 'node:path'

export interface MediaProcessSeen {
  processId: number
  /** The process that started it, or its new parent once that one has died. */
  parentId: number
  /** It has a file of the server's scratch folder open: a clip that is being written. */
  isWriting: boolean
}

/** Only Linux shows them. */
export const canSeeMediaProcesses = process.platform === 'linux'

/**
 * The media processes on this data, if they can be seen, even if the process that started them has died. They run in its
 * scratch folder; servers that share the data each have a folder of their own in it.
 */
export async function mediaProcesses(dataDirectory: string): Promise<MediaProcessSeen[]> {
  if (!canSeeMediaProcesses) return []
  const scratch = join(dataDirectory, 'scratch')
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const found = await Promise.all(
    ids.map(async (id) => {
      const folder = await readlink(`/proc/${id}/cwd`).catch(() => null)
      if (folder !== scratch && !folder?.startsWith(`${scratch}/`)) return []
      const open = await openFiles(id)
      const isWriting = open.some((path) => path.startsWith(`${scratch}/`))
      return [{ processId: Number(id), parentId: await parentOf(id), isWriting }]
    }),
  )
  return found.flat()
}

/** bubblewrap stands between a confined process and the one that started it. */
async function parentOf(processId: string): Promise<number> {
  const statusOf = (id: string) => readFile(`/proc/${id}/status`, 'utf8').catch(() => '')
  const parent = /^PPid:\s+(\d+)/m.exec(await statusOf(processId))?.[1] ?? '0'
  return (await statusOf(parent)).startsWith('Name:\tbwrap\n') ? parentOf(parent) : Number(parent)
}

async function openFiles(processId: string): Promise<string[]> {
  const folder = `/proc/${processId}/fd`
  const names = await readdir(folder).catch(() => [])
  return Promise.all(names.map((name) => readlink(join(folder, name)).catch(() => '')))
}

/** Files of unfinished work, including those of servers that share the data. A running server's empty folder does not count. */
export async function unfinishedFiles(dataDirectory: string): Promise<string[]> {
  const found = await readdir(join(dataDirectory, 'scratch'), { recursive: true, withFileTypes: true })
  return found.filter((entry) => !entry.isDirectory()).map(({ name }) => name)
}
