import { readFile, rename, writeFile } from 'node:fs/promises'

/** What the holder of a data directory tells those who come second. Nothing is decided by it. */
export interface HolderNote {
  processId: number
  /** ISO date and time */
  since: string
  url: string | null
}

export async function writeHolderNote(path: string, note: HolderNote): Promise<void> {
  await writeFile(`${path}.new`, JSON.stringify(note), { mode: 0o600 })
  await rename(`${path}.new`, path)
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
