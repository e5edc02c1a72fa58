import { randomUUID } from 'node:crypto'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'

/** What the holder of a data directory tells those who come second. Nothing is decided by it. */
export interface HolderNote {
  processId: number
  /** ISO date and time */
  since: string
  url: string | null
}

export async function writeHolderNote(path: string, note: HolderNote): Promise<void> {
  // Several who share the directory may write at once.
  const draft = `${path}.${randomUUID()}.new`
  await writeFile(draft, JSON.stringify(note), { mode: 0o600 })
  await rename(draft, path)
}

/** Takes the note away unless it is somebody else's by now, who shares the directory. */
export async function forgetHolderNote(path: string, { processId, since }: HolderNote): Promise<void> {
  const found = await readHolderNote(path)
  if (found?.processId === processId && found.since === since) await rm(path, { force: true })
}

/** The holder in words, as far as the note tells. */
export async function describeHolder(path: string): Promise<string> {
  const note = await readHolderNote(path)
  if (!note) return 'another process'
  const address = note.url ? `, ${note.url}` : ''
  return `process ${note.processId}, since ${note.since}${address}`
}

async function readHolderNote(path: string): Promise<HolderNote | null> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as HolderNote
  } catch {
    return null
  }
}
