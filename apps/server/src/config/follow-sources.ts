import type { SwitchableSource } from '@kerf/domain/site/site-settings'
import type { Logger } from 'pino'

const LOOK_EVERY_MILLISECONDS = 5_000

export interface FollowSourcesDeps {
  switchedOn: () => Promise<readonly SwitchableSource[]>
  onSwitched: (on: readonly SwitchableSource[]) => void
  log: Logger
  everyMilliseconds?: number
}

/** For background work, such as updates of yt-dlp; each use of a source checks the setting itself. */
export function followSources(deps: FollowSourcesDeps): Disposable {
  const { switchedOn, onSwitched, log, everyMilliseconds = LOOK_EVERY_MILLISECONDS } = deps
  let known: string | null = null
  async function look(): Promise<void> {
    const on = await switchedOn()
    const current = [...on].sort().join()
    if (known !== null && current !== known) onSwitched(on)
    known = current
  }
  const lookOrLog = () =>
    look().catch((error: unknown) => log.error({ err: error }, 'what is switched on could not be read'))
  void lookOrLog()
  const timer = setInterval(lookOrLog, everyMilliseconds)
  timer.unref()
  return { [Symbol.dispose]: () => clearInterval(timer) }
}
