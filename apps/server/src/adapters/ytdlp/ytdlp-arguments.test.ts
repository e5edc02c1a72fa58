import { describe, expect, it } from 'vitest'
import { type YtdlpQuestion, ytdlpArguments } from './ytdlp-arguments.ts'
import type { YtdlpFacts } from './ytdlp-facts.ts'

const question: YtdlpQuestion = {
  url: 'https://www.youtube.com/watch?v=-dash-first',
  extractors: ['youtube'],
  proxyUrl: 'http://kerf:secret@127.0.0.1:4000',
  ownCertificates: false,
  node: '/opt/node',
  extractorArguments: 'youtube:player_client=default',
}

function factsOf(year: number, ...flags: string[]): YtdlpFacts {
  return { version: `${year}.08.19`, releasedAt: new Date(Date.UTC(year, 7, 19)), flags: new Set(flags) }
}

describe('the arguments for yt-dlp', () => {
  it('use all protections that the version has, and no others', () => {
    const flags = ['--no-plugin-dirs', '--no-remote-components', '--no-update', '--no-exec', '--no-cookies']
    const args = ytdlpArguments(factsOf(2026, ...flags), question)
    expect(args).toEqual(expect.arrayContaining(flags))
    expect(args).not.toContain('--no-mark-watched')
  })

  it('leave the choice of clients to yt-dlp, and offer Node only where scripts may run', () => {
    const facts = factsOf(2026, '--js-runtimes')
    const plainArguments = ytdlpArguments(facts, { ...question, node: null })
    expect(plainArguments.filter((argument) => /^--(extractor-args|js-runtimes)$/.test(argument))).toEqual([])
    const scripts = ytdlpArguments(facts, question)
    expect(scripts).toEqual(expect.arrayContaining(['node:/opt/node', 'youtube:player_client=default']))
    expect(ytdlpArguments(factsOf(2023), question)).not.toContain('--js-runtimes')
  })

  it('use the given certificates only if there are any', () => {
    const facts = factsOf(2026, '--compat-options')
    expect(ytdlpArguments(facts, question)).not.toContain('no-certifi')
    expect(ytdlpArguments(facts, { ...question, ownCertificates: true })).toContain('no-certifi')
  })
})
