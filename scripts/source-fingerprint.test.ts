import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { temporaryDirectory } from '@kerf/stamped-media/temporary-directory'
import { beforeEach, expect, it } from 'vitest'
import { sourceFingerprint } from './source-fingerprint.ts'

let root: string
beforeEach(async () => {
  root = temporaryDirectory()
  await mkdir(join(root, 'src/dist'), { recursive: true })
  await writeFile(join(root, 'src/a.ts'), 'one')
})

const fingerprint = () => sourceFingerprint(root, ['src'])

it('the fingerprint changes when a source file changes, appears or is renamed', async () => {
  const oldFingerprint = await fingerprint()
  await writeFile(join(root, 'src/a.ts'), 'two')
  const newFingerprint = await fingerprint()
  await writeFile(join(root, 'src/b.ts'), 'two')
  expect(new Set([oldFingerprint, newFingerprint, await fingerprint()]).size).toBe(3)
})

it('the fingerprint stays when only built files change', async () => {
  const oldFingerprint = await fingerprint()
  await writeFile(join(root, 'src/dist/a.js'), 'built')
  expect(await fingerprint()).toBe(oldFingerprint)
})
