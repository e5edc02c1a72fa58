import { isPlausibleLink, SAMPLE_LINK } from '@kerf/domain/links/link'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { messages, unansweredSentences } from '#messages/site.ts'
import { openDraft } from '../../browser/storage.ts'
import { toasts } from '../../data/feedback/toasts.ts'
import { INTERACTION } from '../../data/interaction-numbers.ts'
import type { AskedPart, ResultAddress } from '../../data/ranges/asked-address.ts'
import { invalidLinkSentence } from '../../data/site-options.ts'
import { loadProcessing } from './load-processing.ts'
import { type Stage, trickle } from './trickle.ts'

/** What was typed into the link field and has not become a video yet. */
export const linkDraft = openDraft('link')

let freshVideoId: string | null = null

interface ProcessOptions {
  /** The part to open, instead of the one that the link itself asks for. */
  part?: AskedPart
  /** The result takes the place of the address that asked for it: going back must not ask again. */
  replace?: boolean
}

export interface ProcessLink {
  /** Loads what the first link needs, before it is there. */
  prepare: () => void
  working: boolean
  /** 0..100, below 100 until the server has answered. */
  percent: number
  stage: Stage
  /** Why the last link was refused; null while there is nothing to say. */
  refusal: string | null
  start: (link: string, options?: ProcessOptions) => void
  refuse: (sentence: string | null) => void
  cancel: () => void
}

/** Sends a link to be processed, one at a time, and opens the result, whose code `loadResult` loads meanwhile. */
export function useProcessLink(loadResult: () => Promise<unknown>): ProcessLink {
  const [percent, setPercent] = useState<number | null>(null)
  const [stage, setStage] = useState<Stage>('sending')
  const [refusal, setRefusal] = useState<string | null>(null)
  const running = useRef<AbortController | null>(null)
  const [, navigate] = useLocation()
  const working = percent !== null

  useEffect(() => {
    if (!working) return
    const step = (): void => setPercent((current) => (current === null ? null : trickle(current, Math.random(), stage)))
    step()
    const timer = setInterval(step, INTERACTION.trickleIntervalMs)
    return () => clearInterval(timer)
  }, [working, stage])

  const cancel = useCallback(() => {
    running.current?.abort()
    running.current = null
    setPercent(null)
  }, [])
  useEffect(() => cancel, [cancel])

  const load = useCallback(async () => {
    const [modules] = await Promise.all([loadProcessing(), loadResult()])
    return modules
  }, [loadResult])
  // A failure to load shows when the link is sent.
  const prepare = useCallback(() => void load().catch(() => {}), [load])

  const start = useCallback(
    async (link: string, options: ProcessOptions = {}) => {
      if (running.current) return
      if (!navigator.cookieEnabled) {
        setRefusal(messages.link.cookiesNeeded)
        toasts.show({ title: messages.processing.errorTitle, text: messages.link.cookiesNeeded, tone: 'fault' })
        return
      }
      const controller = new AbortController()
      running.current = controller
      setRefusal(null)
      setPercent(0)
      setStage('sending')
      // The last toast is not about this link.
      toasts.dismiss(toasts.current()?.key)
      const modules = await load().catch(() => null)
      try {
        if (controller.signal.aborted) return
        if (modules === null) {
          // A page that was opened with its link and still has not got its code would be opened again and again.
          const reopening = options.replace !== true && (await reopenPage(link, options.part))
          // Toasts are among the modules, so this is shown at the field, whatever was to be processed.
          if (!reopening && !controller.signal.aborted) setRefusal(unanswered())
          return
        }
        const video = await modules.processTypedLink(link, { signal: controller.signal, onStage: setStage })
        if (controller.signal.aborted) return
        linkDraft.save('')
        expectResult(video.id)
        navigate(modules.addressOf(video, link, options.part), { replace: options.replace ?? false })
        toasts.show({ title: messages.processing.successTitle, text: messages.processing.successText })
      } catch (error) {
        if (controller.signal.aborted) return
        const sentence = modules?.failureSentence(error) ?? unanswered()
        setRefusal(link === SAMPLE_LINK ? null : sentence)
        toasts.show({ title: messages.processing.errorTitle, text: sentence, tone: 'fault' })
      } finally {
        if (running.current === controller) {
          running.current = null
          setPercent(null)
        }
      }
    },
    [navigate, load],
  )

  return { prepare, working, percent: percent ?? 0, stage, refusal, start, refuse: setRefusal, cancel }
}

const unanswered = (): string => (navigator.onLine ? unansweredSentences.serverGone : unansweredSentences.offline)

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
    refuse(invalidLinkSentence())
    toasts.show({ title: messages.link.invalidTitle, text: invalidLinkSentence(), tone: 'fault' })
  }, [wanted, start, refuse])
}

/** This video has just been processed: its result screen is scrolled into view once it is rendered. */
function expectResult(videoId: string): void {
  freshVideoId = videoId
}

/** Called by the result screen: scrolls to itself and puts the focus on its title, once, and only after processing. */
export function showFreshResult(videoId: string): void {
  if (freshVideoId !== videoId) return
  freshVideoId = null
  setTimeout(() => {
    const place = document.getElementById('video-interface')
    place?.scrollIntoView({ block: 'start' })
    place?.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })
  }, INTERACTION.scrollAfterProcessMs)
}

/**
 * A module that failed to load stays so for as long as the page lives: browsers remember the failure, and after an
 * update of the server there is no such file any more. Reloading the page helps, and the link goes along as a
 * prepared trim. Answers whether that is under way: without a server the page had better stay.
 */
async function reopenPage(link: string, part: AskedPart | undefined): Promise<boolean> {
  const answers = await fetch('/', { method: 'HEAD', cache: 'no-store' }).then(
    (response) => response.ok,
    () => false,
  )
  if (answers) location.assign(preparedAddress(link, part))
  return answers
}

export function preparedAddress(link: string, part: AskedPart | undefined): string {
  const query = new URLSearchParams({ url: link })
  for (const [name, value] of Object.entries(part ?? {})) if (value) query.set(name, value)
  return `/?${query}`
}
