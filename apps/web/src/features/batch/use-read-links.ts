import type { Video } from '@kerf/contract/video'
import { useEffect, useRef, useState } from 'react'
import { linkFailureSentence } from '../../data/feedback/link-failure-sentence.ts'
import { processLink } from '../../data/queries/calls.ts'
import type { BatchLine } from './read-lines.ts'

const AT_ONCE = 2

export type LinkState =
  | { kind: 'waiting' }
  | { kind: 'reading' }
  | { kind: 'ready'; video: Video }
  | { kind: 'failed'; why: string }

export interface ReadLink {
  line: BatchLine
  state: LinkState
}

const WAITING: LinkState = { kind: 'waiting' }

/** Has the server read each link, two at a time. One that fails stops no other, and can be tried again or taken out. */
export function useReadLinks() {
  const [links, setLinks] = useState<readonly ReadLink[]>([])
  const running = useRef<AbortController>(null)
  // The same link on two lines is one video, and is asked for once.
  const videos = useRef(new Map<string, Video>())
  useEffect(() => () => running.current?.abort(), [])

  function put(number: number, state: LinkState): void {
    setLinks((now) => now.map((link) => (link.line.number === number ? { ...link, state } : link)))
  }
  async function read({ number, link }: BatchLine, signal: AbortSignal): Promise<void> {
    const known = videos.current.get(link)
    if (known) return put(number, { kind: 'ready', video: known })
    put(number, { kind: 'reading' })
    try {
      const video = await processLink(link, { signal, onStage() {} })
      videos.current.set(link, video)
      put(number, { kind: 'ready', video })
    } catch (error) {
      if (!signal.aborted) put(number, { kind: 'failed', why: linkFailureSentence(error) })
    }
  }
  function readAll(lines: readonly BatchLine[]): void {
    running.current ??= new AbortController()
    const { signal } = running.current
    void twoAtATime(lines, (line) => read(line, signal), signal)
  }

  return {
    links,
    start(lines: readonly BatchLine[]): void {
      setLinks(lines.map((line) => ({ line, state: WAITING })))
      readAll(lines)
    },
    retry(line: BatchLine): void {
      readAll([line])
    },
    remove(line: BatchLine): void {
      setLinks((now) => now.filter((link) => link.line.number !== line.number))
    },
    stop(): void {
      running.current?.abort()
      running.current = null
      setLinks([])
    },
  }
}

/** Does the same with every item, two of them at a time and in their order. The work reports its own failures. */
export async function twoAtATime<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  const waiting = [...items]
  async function next(): Promise<void> {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
      if (signal.aborted) return
      await work(item)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, next))
}
