import { INTERACTION } from '../../data/interaction-numbers.ts'

let freshVideoId: string | null = null

/** This video has just been processed: its result screen, once it stands, is to be brought into view. */
export function expectResult(videoId: string): void {
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
