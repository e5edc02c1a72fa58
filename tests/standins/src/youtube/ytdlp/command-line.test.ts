import { describe, expect, it } from 'vitest'
import { helpText, readCommandLine } from './command-line.ts'

describe('readCommandLine', () => {
  it('reads flags under any of their names, with values beside them or attached', () => {
    expect(readCommandLine(['-J', '-f', 'all', '--proxy=http://127.0.0.1:1', '--', 'https://example.com'])).toEqual({
      understood: true,
      flags: new Map([
        ['--dump-single-json', ''],
        ['--format', 'all'],
        ['--proxy', 'http://127.0.0.1:1'],
      ]),
      links: ['https://example.com'],
    })
  })

  it('takes everything after the double dash as links', () => {
    expect(readCommandLine(['--', '--version'])).toMatchObject({ links: ['--version'] })
  })

  it('complains about flags it does not know, and about a missing or needless value', () => {
    const complaint = (...parameters: string[]) => {
      const line = readCommandLine(parameters)
      return line.understood ? null : line.complaint
    }
    expect(complaint('--bogus')).toBe('no such option: --bogus')
    expect(complaint('--proxy')).toBe('--proxy option requires 1 argument')
    expect(complaint('--no-cache-dir=yes')).toBe('--no-cache-dir option does not take a value')
  })

  it('lists in its help every flag that a careful caller passes', () => {
    const flags = ['--ignore-config', '--no-plugin-dirs', '--no-cache-dir', '--no-exec', '--ies', '--socket-timeout']
    for (const flag of flags) expect(helpText()).toContain(flag)
  })
})
