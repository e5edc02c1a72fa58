import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: Record<string, string> }

/** Runs a measurement without programs on the PATH, so that it could not compare anything. */
async function runMeasurement(name: string, ...words: string[]) {
  const path = scripts[name]!.replace('node ', '')
  const child = spawn(process.execPath, [join(ROOT, path), ...words], { env: { PATH: '/nowhere' } })
  const [stdout, stderr, [status]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { status, stdout, stderr }
}

describe.concurrent('a benchmark', () => {
  it.each(Object.keys(scripts).filter((name) => name.startsWith('bench')))(
    'prints its usage for --help, and measures nothing: %s',
    async (name) => {
      const { status, stdout, stderr } = await runMeasurement(name, '--help')
      expect([status, stderr]).toEqual([0, ''])
      expect(stdout).toMatch(new RegExp(`^npm run ${name}( -- .*)?\\n\\w`))
    },
  )

  it.each([
    ['--clips=3', "Unknown option '--clips'"],
    ['ten', '"ten" is not a number above zero.'],
  ])('refuses %s with its usage', async (word, reason) => {
    const { status, stdout, stderr } = await runMeasurement('bench:product', word)
    expect([status, stdout]).toEqual([2, ''])
    expect(stderr).toContain(reason)
    expect(stderr).toContain('npm run bench:product -- ')
  })
})
