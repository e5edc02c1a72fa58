import type { Video } from '@kerf/contract/video'
import { useEffect, useRef, useState } from 'react'
import { linkFailureSentence } from '../../data/feedback/link-failure-sentence.ts'
import { postLink } from '../../data/queries/calls.ts'
import type { BatchLine } from './read-lines.ts'

const MAX_PARALLEL = 2

export type LinkState =
  | { kind: 'waiting' }
  | { kind: 'reading' }
  | { kind: 'ready'; video: Video }
  | { kind: 'failed'; why: string }

export interface ReadLink {
  line: BatchLine
  state: LinkState
}

const WAITING_STATE: LinkState = { kind: 'waiting' }

/** Lets the server process each link, two at a time. A failed link stops no other, and can be retried or removed. */
export function useReadLinks() {
  const [links, setLinks] = useState<readonly ReadLink[]>([])
  const controller = useRef<AbortController>(null)
  // Videos by link: a link that has been processed is not processed again for another line.
  const videos = useRef(new Map<string, Video>())
  useEffect(() => () => controller.current?.abort(), [])

  function putState(line: BatchLine, state: LinkState): void {
    setLinks((current) => current.map((link) => (link.line === line ? { line, state } : link)))
  }
  async function read(line: BatchLine, signal: AbortSignal): Promise<void> {
    const { link } = line
    const cachedVideo = videos.current.get(link)
    if (cachedVideo) return putState(line, { kind: 'ready', video: cachedVideo })
    putState(line, { kind: 'reading' })
    try {
      const video = await postLink(link, { signal, onStage() {} })
      videos.current.set(link, video)
      putState(line, { kind: 'ready', video })
    } catch (error) {
      if (!signal.aborted) putState(line, { kind: 'failed', why: linkFailureSentence(error) })
    }
  }
  function readAll(lines: readonly BatchLine[]): void {
    controller.current ??= new AbortController()
    const { signal } = controller.current
    void twoAtATime(lines, (line) => read(line, signal), signal)
  }

  return {
    links,
    start(lines: readonly BatchLine[]): void {
      setLinks(lines.map((line) => ({ line, state: WAITING_STATE })))
      readAll(lines)
    },
    retry(line: BatchLine): void {
      readAll([line])
    },
    remove(line: BatchLine): void {
      setLinks((current) => current.filter((link) => link.line !== line))
    },
    /** Puts lines with the same link in the place of a line. */
    split(line: BatchLine, lines: readonly BatchLine[]): void {
      setLinks((current) =>
        current.flatMap((link) => (link.line === line ? lines.map((part) => ({ ...link, line: part })) : [link])),
      )
    },
    stop(): void {
      controller.current?.abort()
      controller.current = null
      setLinks([])
    },
  }
}

/** Runs `work` for each item, two at a time and in their order. The work reports its own failures. */
export async function twoAtATime<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  const queue = [...items]
  async function runQueue(): Promise<void> {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) {
      if (signal.aborted) return
      await work(item)
    }
  }
  await Promise.all(Array.from({ length: MAX_PARALLEL }, runQueue))
}
