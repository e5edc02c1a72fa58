import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, onTestFinished, TestRunner } from 'vitest'

/** Does this when the test that calls is over, or all tests of the file or `describe` that calls. Not for `beforeAll`, which belongs to neither. */
export function afterwards(work: () => unknown): void {
  const tidy = async () => void (await work())
  if (TestRunner.getCurrentTest()) onTestFinished(tidy)
  else afterAll(tidy)
}

/** A fresh directory, which is removed with everything in it afterwards. */
export function temporaryDirectory(parent = tmpdir()): string {
  const directory = mkdtempSync(join(parent, 'kerf-test-'))
  afterwards(() => rmSync(directory, { recursive: true, force: true }))
  return directory
}
