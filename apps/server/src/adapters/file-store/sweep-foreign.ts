import { lstat, readdir, rm } from 'node:fs/promises'
import { join, sep } from 'node:path'

/**
 * Deletes files anywhere in the folder whose names are none of ours and that were last touched before that moment; of a link
 * the link. Answers what went.
 */
export async function sweepForeign(
  folder: string,
  olderThan: Date,
  isOurs: (name: string) => boolean,
): Promise<{ files: number; bytes: number }> {
  const swept = { files: 0, bytes: 0 }
  for (const name of await readdir(folder, { recursive: true })) {
    const path = join(folder, name)
    const facts = await lstat(path).catch(() => null)
    if (!facts || facts.isDirectory() || facts.mtimeMs >= olderThan.getTime()) continue
    if (facts.isFile() && isOurs(name.split(sep).join('/'))) continue
    await rm(path, { force: true })
    swept.files += 1
    swept.bytes += facts.size
  }
  return swept
}
