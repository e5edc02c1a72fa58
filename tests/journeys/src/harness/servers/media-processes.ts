import { readdir, readFile, readlink } from 'node:fs/promises'
import { join } from 'node:path'

export interface MediaProcess {
  processId: number
  /** Id of the process that started this one, or of its new parent if that process has died. */
  parentId: number
  /** Whether the process has a file of the server's scratch folder open, which is a clip that it writes. */
  isWriting: boolean
}

/** Whether media processes can be listed, which only Linux allows. */
export const canSeeMediaProcesses = process.platform === 'linux'

/**
 * The media processes on this data, even if the process that started them has died. They run in the scratch folder of
 * the data, where each server that shares the data has its own folder. The list is empty where they cannot be listed.
 */
export async function mediaProcesses(dataDirectory: string): Promise<MediaProcess[]> {
  if (!canSeeMediaProcesses) return []
  const scratch = join(dataDirectory, 'scratch')
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const processes = await Promise.all(
    ids.map(async (id) => {
      const folder = await readlink(`/proc/${id}/cwd`).catch(() => null)
      if (folder !== scratch && !folder?.startsWith(`${scratch}/`)) return []
      const openPaths = await openFiles(id)
      const isWriting = openPaths.some((path) => path.startsWith(`${scratch}/`))
      return [{ processId: Number(id), parentId: await parentOf(id), isWriting }]
    }),
  )
  return processes.flat()
}

/** Id of the process that started this one. A bubblewrap process between them is skipped. */
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

/** Names of files of unfinished work, including those of servers that share the data. Empty folders do not count. */
export async function unfinishedFiles(dataDirectory: string): Promise<string[]> {
  const entries = await readdir(join(dataDirectory, 'scratch'), { recursive: true, withFileTypes: true })
  return entries.filter((entry) => !entry.isDirectory()).map(({ name }) => name)
}
