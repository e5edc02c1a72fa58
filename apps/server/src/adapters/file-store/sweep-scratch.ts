import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

interface Measured {
  files: number
  bytes: number
  /** Milliseconds since 1970. */
  lastTouched: number
}

const GONE: Measured = { files: 0, bytes: 0, lastTouched: Number.NEGATIVE_INFINITY }

/**
 * Deletes what lies in the folder and was last touched before that moment, a folder with all that is in it only when
 * nothing in it was touched since. Answers what went.
 */
export async function sweepScratch(folder: string, olderThan: Date): Promise<{ files: number; bytes: number }> {
  const swept = { files: 0, bytes: 0 }
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const found = await measure(path)
    if (found === GONE || found.lastTouched >= olderThan.getTime()) continue
    await rm(path, { recursive: true, force: true })
    swept.files += found.files
    swept.bytes += found.bytes
  }
  return swept
}

/** A file, or a folder with all that is in it. What goes meanwhile is as if it had not been there. */
export async function measure(path: string): Promise<Measured> {
  const facts = await stat(path).catch(() => null)
  if (!facts) return GONE
  if (!facts.isDirectory()) return { files: 1, bytes: facts.size, lastTouched: facts.mtimeMs }
  const names = await readdir(path).catch(() => [])
  const inside = await Promise.all(names.map((name) => measure(join(path, name))))
  return {
    files: inside.reduce((sum, { files }) => sum + files, 0),
    bytes: inside.reduce((sum, { bytes }) => sum + bytes, 0),
    lastTouched: Math.max(facts.mtimeMs, ...inside.map(({ lastTouched }) => lastTouched)),
  }
}
