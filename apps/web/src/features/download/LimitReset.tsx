import { useTimeLeft } from '../../data/downloads/use-time-left.ts'
import { LOCALE } from '../../data/formatting/interface-locale.ts'
import { resetWords } from './quota-reading.ts'

/** Counts down in silence: the band around it is read out as a whole whenever something in it changes. */
export function LimitReset({ at }: { at: Date }) {
  useTimeLeft(at.getTime())
  return (
    <span role="timer" aria-live="off">
      {resetWords(at, new Date(), LOCALE)}
    </span>
  )
}
