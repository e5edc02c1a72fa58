import { type DeviceLink, deviceLink } from '@kerf/domain/site/device-link'
import { percentDecoded } from '@kerf/domain/text/plain-text'
import { useEffect, useState } from 'react'
import { deviceWords } from '#messages/clips/device.ts'
import { readRange, readRangeList } from '../../data/ranges/result-address.ts'
import { readAddress } from '../../data/ranges/trim-address.ts'
import { browserRefusal, engineErrorSentence } from './device-refusal.ts'
import { deviceVideo } from './device-video.ts'
import { startEngine } from './engine-client.ts'
import { serveReads } from './link-port.ts'
import { openLink } from './link-reader.ts'
import type { OpenedFile } from './use-device-file.ts'

interface LinkState {
  /** The link in the address; null where this page may not read it. */
  link: DeviceLink | null
  opened: OpenedFile | null
  /** Reason for which the link was not opened; null while it is being opened. */
  refusal: string | null
  retry: () => void
}

/** Opens the media link in the address of this page. */
export function useDeviceLink(): LinkState {
  const [link] = useState(() => deviceLink(location.search, location.origin))
  const [attempt, setAttempt] = useState(0)
  const [state, setState] = useState<Pick<LinkState, 'opened' | 'refusal'>>({ opened: null, refusal: null })
  // biome-ignore lint/correctness/useExhaustiveDependencies: one run for each attempt.
  useEffect(() => {
    const known = link ? browserRefusal() : deviceWords.linked.unfit
    setState({ opened: null, refusal: known })
    if (!link || known !== null) return
    const controller = new AbortController()
    const { signal } = controller
    openFileOf(link, signal).then(
      (opened) => (signal.aborted ? opened.close() : setState({ opened, refusal: null })),
      (error: unknown) => signal.aborted || setState({ opened: null, refusal: engineErrorSentence(error) }),
    )
    return () => controller.abort()
  }, [link, attempt])
  const { opened } = state
  useEffect(() => opened?.close, [opened])
  return { link, ...state, retry: () => setAttempt((count) => count + 1) }
}

/** Name of the file that a link names, without the characters that file systems refuse. */
export function linkedFileName({ address }: Pick<DeviceLink, 'address'>): string {
  const name = percentDecoded(new URL(address).pathname.split('/').at(-1) ?? '')
  return name.replace(/[\\/:*?"<>|\p{Cc}\p{Cf}]+/gu, '-').replace(/^[\s.]+/, '')
}

/** Opens the file of a link in an engine of its own. */
async function openFileOf(link: DeviceLink, signal: AbortSignal): Promise<OpenedFile> {
  const lifetime = new AbortController()
  const ends = [() => lifetime.abort()]
  const close = (): void => {
    for (const end of ends) end()
  }
  try {
    const linkedFile = await openLink(link.address, { signal, wasStopped: watchPolicy(lifetime.signal) })
    const { source, close: closePort } = serveReads(linkedFile)
    const engine = startEngine()
    ends.push(closePort, engine.close)
    const facts = await engine.call('open', source, { signal, transfer: [source.port] })
    const file = { name: linkedFileName(link) }
    const { part } = readAddress(location.search)
    const { duration, ...video } = deviceVideo(file, link.address, facts)
    const { startTime = 0, endTime = duration } = link
    const range = readRange(part, duration) ?? readRange({ start: `${startTime}`, end: `${endTime}` }, duration)
    return {
      file,
      host: link.host,
      facts,
      video: { ...video, duration, waveform: null, ...range },
      list: { ...readRangeList(part, duration), separate: false },
      engine,
      close,
    }
  } catch (error) {
    close()
    throw error
  }
}

/** Returns a function that says whether the policy of this page has stopped a request since. */
function watchPolicy(signal: AbortSignal): () => boolean {
  let wasStopped = false
  const onViolation = ({ effectiveDirective }: SecurityPolicyViolationEvent): void => {
    if (effectiveDirective === 'connect-src') wasStopped = true
  }
  document.addEventListener('securitypolicyviolation', onViolation, { signal })
  return () => wasStopped
}
