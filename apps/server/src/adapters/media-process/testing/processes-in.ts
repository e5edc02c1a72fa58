import { readdir, readlink } from 'node:fs/promises'

/** The ids of the processes that stand in this folder. Only Linux shows them. */
export async function processesIn(folder: string): Promise<string[]> {
  if (process.platform !== 'linux') return []
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const places = await Promise.all(ids.map((id) => readlink(`/proc/${id}/cwd`).catch(() => null)))
  return ids.filter((_, index) => places[index] === folder)
}
