import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Deletes what lies in the folder and was last touched before that moment, a folder with all that is in it only when
 * nothing in it was touched since. Answers how many entries went.
 */
export async function sweepScratch(folder: string, olderThan: Date): Promise<number> {
  let swept = 0
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    if ((await lastTouched(path)) >= olderThan.getTime()) continue
    await rm(path, { recursive: true, force: true })
    swept += 1
  }
  return swept
}

/** Milliseconds since 1970; never for what has gone in the meantime. */
async function lastTouched(path: string): Promise<number> {
  const facts = await stat(path).catch(() => null)
  if (!facts) return Number.POSITIVE_INFINITY
  if (!facts.isDirectory()) return facts.mtimeMs
  const names = await readdir(path).catch(() => [])
  const inside = await Promise.all(names.map((name) => lastTouched(join(path, name))))
  return Math.max(facts.mtimeMs, ...inside.filter(Number.isFinite))
}
