import { describe, expect, it } from 'vitest'
import { readChangelog, readInline, withoutPlans } from './read-changelog.ts'

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

const plainText = (text: string) => ({ kind: 'text', text })

describe('the changelog', () => {
  it('is read release by release, the newest first, without empty ones', () => {
    expect(readChangelog(CHANGELOG).map(({ version, date }) => [version, date])).toEqual([
      ['0.2.0', '2026-12-24'],
      ['0.1.0', '2026-11-21'],
    ])
  })

  it('keeps headings, paragraphs and lists with multi-line items', () => {
    const [newestRelease, first] = readChangelog(CHANGELOG)
    const signIn = [{ kind: 'strong', text: 'Sign in.' }, plainText(' With an email and a password.')]
    const plans = [plainText('Plans, see '), { kind: 'code', text: 'docs/api.md' }]
    expect(newestRelease?.blocks).toEqual([
      { kind: 'paragraph', inline: [plainText('Accounts.')] },
      { kind: 'heading', level: 3, text: 'Added' },
      { kind: 'list', items: [signIn, plans] },
      { kind: 'heading', level: 3, text: 'Fixed' },
      { kind: 'heading', level: 4, text: 'Hosting' },
      { kind: 'list', items: [[plainText('A thing without a gap above it.')]] },
    ])
    expect(first?.blocks).toHaveLength(1)
  })

  it('leaves out text about plans, and headings without content', () => {
    const text = [
      '## 1.0.0',
      'Accounts, paid plans, more formats.',
      '### Added',
      '- **Batches**, with Pro.',
      '- **Sign in.** With an email.',
      '#### Plans',
      '- **Lifetime** through PayPal.',
      '### Changed',
      '- A clock does not shift the end of a plan.',
    ].join('\n')
    const [release] = readChangelog(text)
    expect(withoutPlans(release!).blocks).toEqual([
      { kind: 'heading', level: 3, text: 'Added' },
      { kind: 'list', items: [[{ kind: 'strong', text: 'Sign in.' }, plainText(' With an email.')]] },
    ])
  })

  it('links to the web only', () => {
    expect(
      readInline('See [the guide](https://example.org/a) and [this](docs/x.md), not [that](javascript:alert).'),
    ).toEqual([
      plainText('See '),
      { kind: 'link', text: 'the guide', address: 'https://example.org/a' },
      ...[' and ', 'this', ', not ', 'that', '.'].map(plainText),
    ])
  })

  it('has no release if the file is empty', () => {
    expect(readChangelog('')).toEqual([])
  })
})
