import { readdir, readlink } from 'node:fs/promises'
import { join } from 'node:path'

export interface MediaProcessSeen {
  processId: number
  /** It has a file of the server's scratch folder open: a clip that is being written. */
  isWriting: boolean
}

/** Only Linux tells. */
export const canSeeMediaProcesses = process.platform === 'linux'

/**
 * The media processes of whoever works on this data, whoever has started them and whether or not it still lives, if they can be
 * seen. They stand in its scratch folder; of servers that share the data, in a folder there that each has to itself.
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
      return [{ processId: Number(id), isWriting: open.some((path) => path.startsWith(`${scratch}/`)) }]
    }),
  )
  return found.flat()
}

async function openFiles(processId: string): Promise<string[]> {
  const folder = `/proc/${processId}/fd`
  const names = await readdir(folder).catch(() => [])
  return Promise.all(names.map((name) => readlink(join(folder, name)).catch(() => '')))
}

/** Files of unfinished work, those of servers that share the data among them. A living server's empty folder is none. */
export async function unfinishedFiles(dataDirectory: string): Promise<string[]> {
  const found = await readdir(join(dataDirectory, 'scratch'), { recursive: true, withFileTypes: true })
  return found.filter((entry) => !entry.isDirectory()).map(({ name }) => name)
}
