import type { CaptionsChoice } from '@kerf/domain/captions/transcript'
import { transcriptWords as words } from '#messages/clips/transcript.ts'

/** Mark of automatic captions in the server's labels, which are English. */
const AUTOMATIC_MARK_PATTERN = / \(automatic\)$/

export function captionsName({ label, isAutomatic }: CaptionsChoice): string {
  return isAutomatic ? words.automatic(label.replace(AUTOMATIC_MARK_PATTERN, '')) : label
}
