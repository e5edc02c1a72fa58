import { afterEach, expect, it, vi } from 'vitest'
import { postLink } from './calls.ts'

afterEach(() => void vi.unstubAllGlobals())

it("two tabs that open a visitor's first links at once share one visitor", async () => {
  let cookie = ''
  let visitors = 0
  // The stub models browser and server: a request sends the present cookie, and the beginning of an answer sets it.
  vi.stubGlobal('fetch', async () => {
    if (cookie === '') visitors += 1
    const visitor = cookie || `visitor ${visitors}`
    await new Promise(setImmediate)
    cookie = visitor
    return new Response('{"stage":"asking"}\n')
  })
  const tabLinks = ['https://youtu.be/aaaaaaaaaaa', 'https://youtu.be/bbbbbbbbbbb']
  await Promise.allSettled(tabLinks.map((link) => postLink(link, { onStage() {} })))
  expect(visitors).toBe(1)
})

it('a link is processed even if the browser has no locks, as over plain HTTP', async () => {
  vi.stubGlobal('navigator', {})
  vi.stubGlobal('fetch', async () => new Response('{"stage":"asking"}\n'))
  const stages: string[] = []
  await postLink('kerf:sample', { onStage: (stage) => stages.push(stage) }).catch(() => {})
  expect(stages).toEqual(['asking'])
})
