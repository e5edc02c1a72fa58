import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { temporaryDirectory } from '@kerf/stamped-media/temporary-directory'
import { describe, expect, it } from 'vitest'
import { openDataDirectory } from '../adapters/data-directory/data-directory.ts'

/** Each misuse starts a process, so the short form tests only one. */
const isAtLength = process.env.KERF_TEST_AT_LENGTH === 'yes'
const MISUSES = [[], ['create'], ['delete', 'boss@example.org'], ['create', 'boss'], ['create', 'a@b.org', 'x']]

const MAIN = join(import.meta.dirname, '../main.ts')

const folder = temporaryDirectory()

async function admin(
  words: string[],
  password = '',
): Promise<{ code: number | null; said: string; complained: string }> {
  const child = spawn(process.execPath, [MAIN, 'admin', ...words], {
    env: { ...process.env, DATA_DIR: join(folder, 'data') },
  })
  child.stdin.on('error', () => undefined).end(`${password}\n`)
  const exit = once(child, 'close')
  const [said, complained] = await Promise.all([text(child.stdout), text(child.stderr)])
  await exit
  return { code: child.exitCode, said, complained }
}

describe('npm run admin', () => {
  it('makes an admin with the password it is given, and leaves one as they are', async () => {
    const creation = await admin(['create', 'boss@example.org'], 'a strip of video')
    expect(creation).toEqual({ code: 0, said: 'Created an admin: boss@example.org\n', complained: '' })
    const repetition = await admin(['create', 'boss@example.org'], 'another strip')
    expect(repetition.said).toBe('This account is already an admin. Its password was not changed: boss@example.org\n')
  })

  it('says how it is used when it is used otherwise, and what a password must be', async () => {
    for (const words of isAtLength ? MISUSES : MISUSES.slice(-1))
      expect(await admin(words)).toMatchObject({
        code: 1,
        said: '',
        complained: expect.stringContaining('Usage: npm run admin'),
      })
    const refusal = await admin(['create', 'other@example.org'], '12345')
    expect(refusal).toMatchObject({ code: 1, complained: 'A password must have 6 to 256 characters.\n' })
  })

  it('asks for no password while a server is running on the same data', async () => {
    const server = await openDataDirectory(join(folder, 'data'))
    const refused = await admin(['create', 'boss@example.org'], 'a strip of video')
    expect(refused).toMatchObject({ code: 1, complained: expect.stringContaining('Kerf is already running') })
    await server.close()
  })
})
