import { BASE_PATH } from '@kerf/contract/protocol/base-path'
import { SAMPLE_LINK } from '@kerf/domain/links/link'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { messages, unansweredSentences } from '#messages/site.ts'
import { openDraft } from '../../browser/storage.ts'
import { toasts } from '../../data/feedback/toasts.ts'
import { INTERACTION } from '../../data/interaction-numbers.ts'
import type { DeviceOffer } from '../../data/ranges/device-offer.ts'
import { preparedAddress, type ResultAddress, type UrlTrim } from '../../data/ranges/trim-address.ts'
import { invalidLinkSentence, mayBeLink } from '../../data/site-options.ts'
import { loadProcessing } from './load-processing.ts'
import { nextPercent, type Stage } from './trickle.ts'

/** Text of the link field that is not a video yet. */
export const linkDraft = openDraft('link')

let newVideoId: string | null = null

interface ProcessOptions {
  /** Part that the result opens at, instead of the part in the link. */
  part?: UrlTrim
  /** Whether the result replaces the current history entry, so that going back does not process the link again. */
  replace?: boolean
}

export interface ProcessLink {
  /** Loads the code that processes a link, before there is a link. */
  prepare: () => void
  working: boolean
  /** Progress from 0 to 100; below 100 until the server has answered. */
  percent: number
  stage: Stage
  /** Reason for which the last link was refused; null without a refusal. */
  refusal: string | null
  /** Offer to cut the refused link in this browser; null without one. */
  offer: DeviceOffer | null
  start: (link: string, options?: ProcessOptions) => void
  refuse: (sentence: string | null) => void
  cancel: () => void
}

/** Processes one link at a time, and opens its result. Meanwhile `loadResult` loads the code of the result page. */
export function useProcessLink(loadResult: () => Promise<unknown>): ProcessLink {
  const [percent, setPercent] = useState<number | null>(null)
  const [stage, setStage] = useState<Stage>('sending')
  const [refusal, setRefusal] = useState<string | null>(null)
  const [offer, setOffer] = useState<DeviceOffer | null>(null)
  const activeController = useRef<AbortController | null>(null)
  const [, navigate] = useLocation()
  const isWorking = percent !== null

  useEffect(() => {
    if (!isWorking) return
    const step = (): void =>
      setPercent((current) => (current === null ? null : nextPercent(current, Math.random(), stage)))
    step()
    const timer = setInterval(step, INTERACTION.trickleIntervalMs)
    return () => clearInterval(timer)
  }, [isWorking, stage])

  const cancel = useCallback(() => {
    activeController.current?.abort()
    activeController.current = null
    setPercent(null)
  }, [])
  useEffect(() => cancel, [cancel])

  const loadModules = useCallback(async () => {
    const [modules] = await Promise.all([loadProcessing(), loadResult()])
    return modules
  }, [loadResult])
  // A failure to load shows when the link is sent.
  const prepare = useCallback(() => void loadModules().catch(() => {}), [loadModules])

  const start = useCallback(
    async (link: string, options: ProcessOptions = {}) => {
      if (activeController.current) return
      if (!navigator.cookieEnabled) {
        setRefusal(messages.link.cookiesNeeded)
        toasts.show({ title: messages.processing.errorTitle, text: messages.link.cookiesNeeded, tone: 'fault' })
        return
      }
      const controller = new AbortController()
      activeController.current = controller
      setRefusal(null)
      setOffer(null)
      setPercent(0)
      setStage('sending')
      // The last toast is not about this link.
      toasts.dismiss(toasts.current()?.key)
      const modules = await loadModules().catch(() => null)
      try {
        if (controller.signal.aborted) return
        if (modules === null) {
          // A page that was opened with its link is not opened again, because its code may fail to load again and
          // again.
          const isReopening = options.replace !== true && (await reopenPage(link, options.part))
          // The code of toasts failed to load too, so the refusal shows at the field.
          if (!isReopening && !controller.signal.aborted) setRefusal(unansweredSentence())
          return
        }
        const video = await modules.processTypedLink(link, { signal: controller.signal, onStage: setStage })
        if (controller.signal.aborted) return
        linkDraft.save('')
        markAsNew(video.id)
        navigate(modules.addressOf(video, link, options.part), { replace: options.replace ?? false })
        toasts.show({ title: messages.processing.successTitle, text: messages.processing.successText })
      } catch (error) {
        if (controller.signal.aborted) return
        const sentence = modules?.failureSentence(error) ?? unansweredSentence()
        setRefusal(link === SAMPLE_LINK ? null : sentence)
        setOffer(modules?.deviceOffer(error, link, options.part) ?? null)
        toasts.show({ title: messages.processing.errorTitle, text: sentence, tone: 'fault' })
      } finally {
        if (activeController.current === controller) {
          activeController.current = null
          setPercent(null)
        }
      }
    },
    [navigate, loadModules],
  )

  const refuse = useCallback((sentence: string | null) => {
    setRefusal(sentence)
    setOffer(null)
  }, [])
  return { prepare, working: isWorking, percent: percent ?? 0, stage, refusal, offer, start, refuse, cancel }
}

const unansweredSentence = (): string =>
  navigator.onLine ? unansweredSentences.serverGone : unansweredSentences.offline

/**
 * An address with a link and no video is a prepared trim: it is processed without a click, and opens at the part it
 * names.
 */
export function usePreparedTrim({ videoId, link, part }: ResultAddress, process: ProcessLink): void {
  const preparedLink = videoId === null ? link : null
  const { start, refuse } = process
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of only the times does not process the link again.
  useEffect(() => {
    if (preparedLink === null) return
    if (mayBeLink(preparedLink)) {
      start(preparedLink, { part, replace: true })
      return
    }
    refuse(invalidLinkSentence())
    toasts.show({ title: messages.link.invalidTitle, text: invalidLinkSentence(), tone: 'fault' })
  }, [preparedLink, start, refuse])
}

/** Marks a video as just processed, so that its result page scrolls into view once it is rendered. */
function markAsNew(videoId: string): void {
  newVideoId = videoId
}

/** Scrolls to the result of a video and focuses its title, once after the video was processed. */
export function scrollToNewResult(videoId: string): void {
  if (newVideoId !== videoId) return
  newVideoId = null
  setTimeout(() => {
    const resultElement = document.getElementById('video-interface')
    resultElement?.scrollIntoView({ block: 'start' })
    resultElement?.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })
  }, INTERACTION.scrollAfterProcessMs)
}

/**
 * Reloads the page with the link as a prepared trim, after a module failed to load. The module cannot load in the same
 * page: browsers cache the failure, and an updated server does not have the file any more.
 * @returns whether the page reloads, which it does only if the server answers
 */
async function reopenPage(link: string, part: UrlTrim | undefined): Promise<boolean> {
  const isReachable = await fetch(`${BASE_PATH}/`, { method: 'HEAD', cache: 'no-store' }).then(
    (response) => response.ok,
    () => false,
  )
  if (isReachable) location.assign(BASE_PATH + preparedAddress(link, part))
  return isReachable
}
