import { expect, it } from 'vitest'
import { findReleaseFault, releaseNotes } from './release.ts'

const CHANGELOG = `# Changelog

What users get.

## [Unreleased]

### Added

- Something for later.

## [0.3.0] - 2026-12-01

### Added

- **API keys**, under Settings.

### Fixed

- A clip of one frame.

## [0.2.0] - 2026-11-22

- The first.

[0.3.0]: https://example.org/compare
`

it('the release notes are the changelog section of their version only', () => {
  expect(releaseNotes(CHANGELOG, '0.3.0')).toBe(
    '### Added\n\n- **API keys**, under Settings.\n\n### Fixed\n\n- A clip of one frame.',
  )
  expect(releaseNotes(CHANGELOG, '0.2.0')).toBe('- The first.')
  expect(releaseNotes(CHANGELOG, '0.1.0')).toBe(null)
})

it.each([
  ['v0.3.0', '0.3.0', CHANGELOG, null],
  ['v0.3.1', '0.3.0', CHANGELOG, 'The tag v0.3.1 is not v0.3.0, the version in package.json.'],
  ['v0.4.0', '0.4.0', CHANGELOG, 'CHANGELOG.md has no section "## [0.4.0] - YYYY-MM-DD".'],
  ['v0.4.0-rc.1', '0.4.0-rc.1', CHANGELOG, '0.4.0-rc.1 is no version that everybody should get. Use one like 1.2.3.'],
  ['v0.4.0', '0.4.0', '## [0.4.0] - 2026-12-02\n\n## [0.3.0] - 2026-12-01\n', 'CHANGELOG.md says nothing about 0.4.0.'],
])('a tag is released only with its version and its notes: %s of %s', (tag, version, changelog, fault) => {
  expect(findReleaseFault(tag, version, changelog)).toBe(fault)
})
