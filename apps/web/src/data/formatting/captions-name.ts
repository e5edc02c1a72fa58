import type { CaptionsChoice } from '@kerf/domain/captions/transcript'
import { transcriptWords as words } from '#messages/clips/transcript.ts'

/** The server says so in English. */
const SAYS_AUTOMATIC = / \(automatic\)$/

export function captionsName({ label, isAutomatic }: CaptionsChoice): string {
  return isAutomatic ? words.automatic(label.replace(SAYS_AUTOMATIC, '')) : label
}
