import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { temporaryDirectory } from '@kerf/stamped-media/temporary-directory'
import { describe, expect, it } from 'vitest'
import { openDataDirectory } from '../adapters/data-directory/data-directory.ts'

/** Every case starts a process, so npm test runs only one case. */
const isFullRun = process.env.KERF_TEST_AT_LENGTH === 'yes'
const MISUSED_ARGUMENTS = [
  [],
  ['create'],
  ['delete', 'boss@example.org'],
  ['create', 'boss'],
  ['create', 'a@b.org', 'x'],
]

const MAIN_PATH = join(import.meta.dirname, '../main.ts')

const folder = temporaryDirectory()

async function runAdmin(
  words: string[],
  password = '',
): Promise<{ code: number | null; output: string; errors: string }> {
  const child = spawn(process.execPath, [MAIN_PATH, 'admin', ...words], {
    env: { ...process.env, DATA_DIR: join(folder, 'data') },
  })
  child.stdin.on('error', () => undefined).end(`${password}\n`)
  const exit = once(child, 'close')
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)])
  await exit
  return { code: child.exitCode, output, errors }
}

describe('npm run admin', () => {
  it('creates an admin with the given password, and does not change an existing one', async () => {
    const creation = await runAdmin(['create', 'boss@example.org'], 'a strip of video')
    expect(creation).toEqual({ code: 0, output: 'Created an admin: boss@example.org\n', errors: '' })
    const repetition = await runAdmin(['create', 'boss@example.org'], 'another strip')
    expect(repetition.output).toBe('This account is already an admin. Its password was not changed: boss@example.org\n')
  })

  it('shows its usage after wrong arguments, and refuses a short password', async () => {
    for (const words of isFullRun ? MISUSED_ARGUMENTS : MISUSED_ARGUMENTS.slice(-1))
      expect(await runAdmin(words)).toMatchObject({
        code: 1,
        output: '',
        errors: expect.stringContaining('Usage: npm run admin'),
      })
    const refusal = await runAdmin(['create', 'other@example.org'], '12345')
    expect(refusal).toMatchObject({ code: 1, errors: 'A password must have 6 to 256 characters.\n' })
  })

  it('refuses to run while a server uses the same data', async () => {
    const server = await openDataDirectory(join(folder, 'data'))
    const refusal = await runAdmin(['create', 'boss@example.org'], 'a strip of video')
    expect(refusal).toMatchObject({ code: 1, errors: expect.stringContaining('Kerf is already running') })
    await server.close()
  })
})
