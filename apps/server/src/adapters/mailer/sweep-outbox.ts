import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Emails are personal data: one that nobody took out of the folder by then is not wanted. */
export const OUTBOX_DAYS = 7
export const OUR_FILE = /\.eml(\.draft)?$/

/** Deletes the emails that were written before that many days; what others have put there stays. Answers how many went. */
export async function sweepOutbox(folder: string, now: Date): Promise<number> {
  const oldest = now.getTime() - OUTBOX_DAYS * 24 * 3_600_000
  let swept = 0
  for (const name of await readdir(folder)) {
    if (!OUR_FILE.test(name)) continue
    const path = join(folder, name)
    const facts = await stat(path).catch(() => null)
    if (!facts?.isFile() || facts.mtimeMs >= oldest) continue
    await rm(path, { force: true })
    swept += 1
  }
  return swept
}
