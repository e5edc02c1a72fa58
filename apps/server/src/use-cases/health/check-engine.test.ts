import { expect, it } from 'vitest'
import { type EngineFacts, MediaWorkError } from '../../ports/media.ts'
import type { Caches } from '../shared/caches.ts'
import { checkEngine } from './report-admin-health.ts'

const MINUTE_MILLISECONDS = 60_000

const factsOf = (version: string, ...missingCodecs: string[]): EngineFacts => ({ version, missingCodecs })

function openEngineBackend(answer: () => Promise<EngineFacts>) {
  let now = 0
  const calls = { times: 0 }
  const engine = {
    facts: () => {
      calls.times += 1
      return answer()
    },
    isConfined: () => false,
  }
  const caches = { engineCheck: null } as Caches
  const runCheck = () => checkEngine({ engine, clock: { now: () => new Date(now) }, caches })
  const pass = (milliseconds: number) => {
    now += milliseconds
  }
  return { asked: calls, check: runCheck, pass }
}

it('the media library is named, and checked seldom, however often health is read', async () => {
  const { asked, check, pass } = openEngineBackend(async () => factsOf('FFmpeg 8.1, node-av 6.1.1'))
  const checks = await Promise.all([check(), check(), check()])
  expect(checks[2]).toEqual({
    state: 'ok',
    message: expect.stringMatching(
      /^The media library is loaded: FFmpeg 8.1, node-av 6.1.1. bubblewrap does not work here: yt-dlp is not confined/,
    ),
    says: [
      { code: 'engine_ok', values: ['FFmpeg 8.1, node-av 6.1.1'] },
      { code: 'engine_unconfined', values: [] },
    ],
    version: 'FFmpeg 8.1, node-av 6.1.1',
  })
  pass(9 * MINUTE_MILLISECONDS)
  await check()
  expect(asked.times).toBe(1)
  pass(2 * MINUTE_MILLISECONDS)
  await check()
  expect(asked.times).toBe(2)
})

it('a broken library fails with the reason and a repair command, and is retried in a minute', async () => {
  const words =
    'The media process ended by code 1: /somewhere/bindings.js:12\n    throw new Error()\n    ^\n\n' +
    'Error: Cannot find module node-av.node\n    at load (/somewhere/bindings.js:12)'
  let isBroken = true
  const { asked, check, pass } = openEngineBackend(async () => {
    if (isBroken) throw new MediaWorkError('cut_failed', words)
    return factsOf('FFmpeg 8.1')
  })
  const failedCheck = await check()
  expect(failedCheck).toMatchObject({ state: 'failing', version: null })
  expect(failedCheck.message).toContain('(Error: Cannot find module node-av.node). Run npm ci')
  expect(failedCheck.message).not.toContain('somewhere')
  await check()
  expect(asked.times).toBe(1)
  isBroken = false
  pass(MINUTE_MILLISECONDS)
  expect((await check()).state).toBe('ok')
})

it('a library without some codecs is degraded, and names them', async () => {
  const { check } = openEngineBackend(async () => factsOf('FFmpeg 8.1', 'libx264 encoder', 'hevc decoder'))
  expect(await check()).toMatchObject({
    state: 'degraded',
    message: expect.stringContaining('(libx264 encoder, hevc decoder). Run npm ci'),
    version: 'FFmpeg 8.1',
  })
})
