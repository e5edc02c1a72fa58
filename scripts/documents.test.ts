import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ALL_ENDPOINTS } from '@kerf/contract/all-endpoints'
import { ERROR_STATUS } from '@kerf/contract/protocol/error'
import { ERROR_CODES } from '@kerf/domain/errors/error-codes'
import { ERROR_MEANINGS } from '@kerf/messages/error-meanings'
import { expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const files = globSync('**/*.{md,ts,tsx}', { cwd: ROOT, exclude: ['**/node_modules', '**/dist', 'data'] })

it('every test that a document names exists', () => {
  const missingFiles = files
    .filter((path) => path.endsWith('.md'))
    .flatMap((path) => {
      const names =
        readFileSync(join(ROOT, path), 'utf8').match(/(?<![\w.*-])\w[\w.-]*\.(test|hard|journey)\.tsx?\b/g) ?? []
      return names.filter((name) => !files.some((file) => file.endsWith(`/${name}`))).map((name) => `${path}: ${name}`)
    })
  expect(missingFiles).toEqual([])
})

it('every file that a comment names exists', () => {
  const missingFiles = files
    .filter((path) => !path.endsWith('.md'))
    .flatMap((path) => {
      const comments = readFileSync(join(ROOT, path), 'utf8').match(/^\s*(\/\*\*|\*|\/\/) .*$/gm) ?? []
      const names = comments.join('\n').match(/(?<![\w.*-])\w[\w.-]*(\/[\w.-]+)*\.tsx?\b/g) ?? []
      return names.filter((name) => !files.some((file) => isNamed(name, file))).map((name) => `${path}: ${name}`)
    })
  expect(missingFiles).toEqual([])
})

/** Comments name files without `src/` and without leading folders: `domain/payments/ledger.ts`. */
const isNamed = (name: string, file: string) =>
  `/${file.replace('/src/', '/')}`.endsWith(`/${name.replace('/src/', '/')}`)

it('every call is in docs/api.md', () => {
  const document = readFileSync(join(ROOT, 'docs/api.md'), 'utf8')
  expect(ALL_ENDPOINTS.map(({ path }) => path).filter((path) => !document.includes(path))).toEqual([])
})

it('every refusal is in docs/api.md with its status and sentence', () => {
  const page = readFileSync(join(ROOT, 'docs/api.md'), 'utf8')
  const documentRows = [...page.matchAll(/^\| `(\w+)` \| (\d{3}) \| (.+) \|$/gm)].map(([, ...row]) => row.join(' '))
  const expectedRows = ERROR_CODES.map((code) => [code, ERROR_STATUS[code], ERROR_MEANINGS[code]].join(' '))
  expect(documentRows.toSorted()).toEqual(expectedRows.toSorted())
})
