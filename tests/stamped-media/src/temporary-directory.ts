import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'

/** A fresh directory that is removed with everything in it when the tests of the calling file are over. */
export function temporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'kerf-stamped-media-'))
  afterAll(() => rmSync(directory, { recursive: true, force: true }))
  return directory
}
