import { LOCALE } from '../../formatting/interface-locale.ts'
import { resetWords } from './quota-reading.ts'
import { useTimeLeft } from './use-time-left.ts'

/** Counts down in silence: the band around it is read out as a whole whenever something in it changes. */
export function LimitReset({ at }: { at: Date }) {
  useTimeLeft(at.getTime())
  return (
    <span role="timer" aria-live="off">
      {resetWords(at, new Date(), LOCALE)}
    </span>
  )
}
