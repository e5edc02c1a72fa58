import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, onTestFinished, TestRunner } from 'vitest'

/**
 * Runs `work` at the end of the calling test, file or `describe`. Not for `beforeAll`, which belongs to none of them.
 */
export function addCleanup(work: () => unknown): void {
  const cleanUp = async () => void (await work())
  if (TestRunner.getCurrentTest()) onTestFinished(cleanUp)
  else afterAll(cleanUp)
}

/** Creates a directory, which is removed at the end of the calling test, file or `describe`. */
export function temporaryDirectory(parent = tmpdir()): string {
  const directory = mkdtempSync(join(parent, 'kerf-test-'))
  addCleanup(() => rmSync(directory, { recursive: true, force: true }))
  return directory
}
