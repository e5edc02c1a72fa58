import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { sourceFingerprint } from './source-fingerprint.ts'

let root: string
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'kerf-fingerprint-'))
  await mkdir(join(root, 'src/dist'), { recursive: true })
  await writeFile(join(root, 'src/a.ts'), 'one')
})
afterEach(() => rm(root, { recursive: true }))

const fingerprint = () => sourceFingerprint(root, ['src'])

it('changes when a source file changes, appears or gets another name', async () => {
  const before = await fingerprint()
  await writeFile(join(root, 'src/a.ts'), 'two')
  const changed = await fingerprint()
  await writeFile(join(root, 'src/b.ts'), 'two')
  expect(new Set([before, changed, await fingerprint()]).size).toBe(3)
})

it('stays the same when only built files change', async () => {
  const before = await fingerprint()
  await writeFile(join(root, 'src/dist/a.js'), 'built')
  expect(await fingerprint()).toBe(before)
})
