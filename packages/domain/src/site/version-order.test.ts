import { expect, it } from 'vitest'
import { isNewerVersion, isRelease } from './version-order.ts'

it.each([
  ['0.4.0', '0.3.9', true],
  ['v0.10.0', '0.9.9', true],
  ['0.3.0', '0.3.0', false],
  ['0.3.0', 'v0.3.1', false],
  ['1.0.0', '1.0.0-rc.1', true],
  ['1.0.0-rc.1', '1.0.0', false],
  ['1.0.0+build.7', '1.0.0', false],
])('the result of %s being newer than %s is %s', (a, b, isNewer) => {
  expect(isNewerVersion(a, b)).toBe(isNewer)
})

it('a release has three numbers, and is not a pre-release', () => {
  expect(['0.4.0', 'v0.4.0', '0.4.0+abc', '0.4.0-rc.1', '0.4', 'latest', ''].filter(isRelease)).toEqual([
    '0.4.0',
    'v0.4.0',
    '0.4.0+abc',
  ])
})
