import { opendir, readdir } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'

/** Yields every entry below a folder that is no folder itself. `isFile` is false for links, which are not followed. */
export async function* filesIn(folder: string): AsyncGenerator<{ name: string; path: string; isFile: boolean }> {
  for (const topEntry of await readdir(folder, { withFileTypes: true })) {
    // The file system creates this folder at the root of a disk. Only root may read it.
    if (topEntry.name === 'lost+found') continue
    const entries = topEntry.isDirectory()
      ? await opendir(join(folder, topEntry.name), { recursive: true })
      : [topEntry]
    for await (const entry of entries) {
      if (entry.isDirectory()) continue
      const path = join(entry.parentPath, entry.name)
      yield { path, name: relative(folder, path).split(sep).join('/'), isFile: entry.isFile() }
    }
  }
}
