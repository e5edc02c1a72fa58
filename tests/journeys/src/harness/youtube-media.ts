import { openMediaLibrary } from '@kerf/standins/youtube/media/media-library'

/** The length of every video of the stand-in, and pictures up to 480 lines: more than the viewers of these journeys may take. */
export const YOUTUBE_MEDIA = { seconds: 20, upToHeight: 480 } as const

/** Makes the stand-in's videos unless an earlier run has: once, before several files at once would each make them. */
export async function makeYoutubeMedia(): Promise<void> {
  await openMediaLibrary(YOUTUBE_MEDIA)
}
