import { readdir, readlink } from 'node:fs/promises'
import { join } from 'node:path'

export interface MediaProcessSeen {
  processId: number
  /** It has a file of the server's scratch folder open: a clip that is being written. */
  isWriting: boolean
}

/** Only Linux tells. */
export const canSeeMediaProcesses = process.platform === 'linux'

/** The media processes of the server with this data, whoever has started them and whether or not it still lives, if they can be seen. */
export async function mediaProcesses(dataDirectory: string): Promise<MediaProcessSeen[]> {
  if (!canSeeMediaProcesses) return []
  const scratch = join(dataDirectory, 'scratch')
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const found = await Promise.all(
    ids.map(async (id) => {
      const folder = await readlink(`/proc/${id}/cwd`).catch(() => null)
      if (folder !== scratch) return []
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
