import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Path of a program on this machine, or null. Journeys that need a missing program say that they are skipped. */
export function findProgram(name: string): string | null {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const path = join(folder, name)
    try {
      accessSync(path, constants.X_OK)
      return path
    } catch {
      // The program is not in this folder.
    }
  }
  return null
}
