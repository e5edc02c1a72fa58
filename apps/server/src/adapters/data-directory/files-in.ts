import { opendir, readdir } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'

/** Every file below a folder, and whatever else is no folder. Links are not followed. */
export async function* filesIn(folder: string): AsyncGenerator<{ name: string; path: string; isFile: boolean }> {
  for (const top of await readdir(folder, { withFileTypes: true })) {
    // The file system's own, where the folder is a disk: only its administrator may look into it.
    if (top.name === 'lost+found') continue
    const found = top.isDirectory() ? await opendir(join(folder, top.name), { recursive: true }) : [top]
    for await (const entry of found) {
      if (entry.isDirectory()) continue
      const path = join(entry.parentPath, entry.name)
      yield { path, name: relative(folder, path).split(sep).join('/'), isFile: entry.isFile() }
    }
  }
}
