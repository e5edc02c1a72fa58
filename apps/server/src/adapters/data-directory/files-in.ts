import { opendir, readdir } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'

/** Yields every entry below a folder that is no folder itself. `isFile` is false for links, which are not followed. */
export async function* filesIn(folder: string): AsyncGenerator<{ name: string; path: string; isFile: boolean }> {
  for (const top of await readdir(folder, { withFileTypes: true })) {
    // The root folder of a disk contains this folder of the file system, which only root may read.
    if (top.name === 'lost+found') continue
    const entries = top.isDirectory() ? await opendir(join(folder, top.name), { recursive: true }) : [top]
    for await (const entry of entries) {
      if (entry.isDirectory()) continue
      const path = join(entry.parentPath, entry.name)
      yield { path, name: relative(folder, path).split(sep).join('/'), isFile: entry.isFile() }
    }
  }
}
