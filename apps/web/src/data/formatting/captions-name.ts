import type { CaptionsChoice } from '@kerf/contract/video'
import { transcriptWords as words } from '#messages/transcript.ts'

/** Sources name automatic captions so in their own language. */
const SAYS_AUTOMATIC = /\s*\([^()]*auto[^()]*\)\s*$/i

export function captionsName({ label, isAutomatic }: CaptionsChoice): string {
  return isAutomatic ? words.automatic(label.replace(SAYS_AUTOMATIC, '')) : label
}
