import { recognizeLink, SOURCES } from '@kerf/domain/links/link'

/** Whether a link could lead to a video. Which sources are switched on is the server's to know, and to say. */
export function isPlausibleLink(text: string): boolean {
  return recognizeLink(text, SOURCES) !== null
}
