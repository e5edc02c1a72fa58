import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, onTestFinished, TestRunner } from 'vitest'

/**
 * Runs `work` at the end of the calling test, file or `describe`. Not for `beforeAll`, which belongs to none of them.
 */
export function afterwards(work: () => unknown): void {
  const tidy = async () => void (await work())
  if (TestRunner.getCurrentTest()) onTestFinished(tidy)
  else afterAll(tidy)
}

/** A new directory. It is removed afterwards. */
export function temporaryDirectory(parent = tmpdir()): string {
  const directory = mkdtempSync(join(parent, 'kerf-test-'))
  afterwards(() => rmSync(directory, { recursive: true, force: true }))
  return directory
}
