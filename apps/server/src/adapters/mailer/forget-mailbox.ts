import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { OUR_FILE } from './sweep-outbox.ts'

/** Deletes the letters in the folder whose headers name this mailbox, as who gets them or who is answered. */
export async function forgetMailbox(folder: string, email: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!OUR_FILE.test(name)) continue
    const path = join(folder, name)
    const letter = await readFile(path, 'utf8').catch(() => '')
    const [headers = ''] = letter.split('\r\n\r\n', 1)
    if (headers.toLowerCase().includes(email.toLowerCase())) await rm(path, { force: true })
  }
}
