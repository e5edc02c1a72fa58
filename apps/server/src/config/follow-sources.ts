import type { SwitchableSource } from '@kerf/domain/site/site-settings'
import type { Logger } from 'pino'

const LOOK_EVERY_MILLISECONDS = 5_000

export interface FollowSourcesDeps {
  /** As it is saved at this moment, by whichever process. */
  switchedOn: () => Promise<readonly SwitchableSource[]>
  onSwitched: (on: readonly SwitchableSource[]) => void
  log: Logger
  everyMilliseconds?: number
}

/**
 * Hears within seconds which sources are switched on in another process. Whether one is on is asked at each use of it anyway; this is
 * for what goes on by itself, as yt-dlp that is kept fresh.
 */
export function followSources(deps: FollowSourcesDeps): Disposable {
  const { switchedOn, onSwitched, log, everyMilliseconds = LOOK_EVERY_MILLISECONDS } = deps
  let known: string | null = null
  async function look(): Promise<void> {
    const on = await switchedOn()
    const told = [...on].sort().join()
    if (known !== null && told !== known) onSwitched(on)
    known = told
  }
  const lookOrTell = () =>
    look().catch((error: unknown) => log.error({ err: error }, 'what is switched on could not be read'))
  void lookOrTell()
  const timer = setInterval(lookOrTell, everyMilliseconds)
  timer.unref()
  return { [Symbol.dispose]: () => clearInterval(timer) }
}
