import { describe, expect, it } from 'vitest'
import { readChangelog, readInline } from './read-changelog.ts'

const CHANGELOG = `# Changelog

Written down in the form of [Keep a Changelog](https://keepachangelog.com/).

## [Unreleased]

## [0.2.0] - 2026-12-24

Accounts.

### Added

- **Sign in.** With an email
  and a password.
- Plans, see \`docs/api.md\`

### Fixed
#### Hosting
- A thing without a gap above it.

## 0.1.0 - 2026-11-21

The first edition.

[0.2.0]: https://example.org/compare
`

describe('the changelog', () => {
  it('is read release by release, the newest first, without those that say nothing', () => {
    expect(readChangelog(CHANGELOG).map(({ version, date }) => [version, date])).toEqual([
      ['0.2.0', '2026-12-24'],
      ['0.1.0', '2026-11-21'],
    ])
  })

  it('keeps headings, paragraphs and lists whose items go on over lines', () => {
    const [newest, first] = readChangelog(CHANGELOG)
    expect(newest?.blocks).toEqual([
      { kind: 'paragraph', inline: [{ kind: 'text', text: 'Accounts.' }] },
      { kind: 'heading', level: 3, text: 'Added' },
      {
        kind: 'list',
        items: [
          [
            { kind: 'strong', text: 'Sign in.' },
            { kind: 'text', text: ' With an email and a password.' },
          ],
          [
            { kind: 'text', text: 'Plans, see ' },
            { kind: 'code', text: 'docs/api.md' },
          ],
        ],
      },
      { kind: 'heading', level: 3, text: 'Fixed' },
      { kind: 'heading', level: 4, text: 'Hosting' },
      { kind: 'list', items: [[{ kind: 'text', text: 'A thing without a gap above it.' }]] },
    ])
    expect(first?.blocks).toHaveLength(1)
  })

  it('links to the web only', () => {
    expect(
      readInline('See [the guide](https://example.org/a) and [this](docs/x.md), not [that](javascript:alert).'),
    ).toEqual([
      { kind: 'text', text: 'See ' },
      { kind: 'link', text: 'the guide', address: 'https://example.org/a' },
      { kind: 'text', text: ' and ' },
      { kind: 'text', text: 'this' },
      { kind: 'text', text: ', not ' },
      { kind: 'text', text: 'that' },
      { kind: 'text', text: '.' },
    ])
  })

  it('of an empty file has no release', () => {
    expect(readChangelog('')).toEqual([])
  })
})
