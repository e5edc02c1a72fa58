import { readdir, readlink } from 'node:fs/promises'

/** Returns the ids of the processes whose working directory is this folder. Empty on systems other than Linux. */
export async function processesIn(folder: string): Promise<string[]> {
  if (process.platform !== 'linux') return []
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const directories = await Promise.all(ids.map((id) => readlink(`/proc/${id}/cwd`).catch(() => null)))
  return ids.filter((_, index) => directories[index] === folder)
}
