import { useEffect } from 'react'
import { messages } from '#messages/messages.ts'
import { toasts } from '../../data/feedback/toasts.ts'
import type { ResultAddress } from '../../data/ranges/asked-address.ts'
import { isPlausibleLink } from './plausible-link.ts'
import type { ProcessLink } from './use-process-link.ts'

/** An address with a link and no video is a prepared trim: it is processed without a click, and opens at the part it names. */
export function usePreparedTrim({ videoId, link, asked }: ResultAddress, process: ProcessLink): void {
  const wanted = videoId === null ? link : null
  const { start, refuse } = process
  // biome-ignore lint/correctness/useExhaustiveDependencies: the times are read when the link is; by themselves they ask for nothing.
  useEffect(() => {
    if (wanted === null) return
    if (isPlausibleLink(wanted)) {
      start(wanted, { part: asked, replace: true })
      return
    }
    const { invalid, invalidTitle } = messages.link
    refuse(invalid)
    toasts.show({ title: invalidTitle, text: invalid, tone: 'fault' })
  }, [wanted, start, refuse])
}
