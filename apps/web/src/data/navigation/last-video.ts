import { openDraft } from '../../browser/storage.ts'

/**
 * Address of the video that this tab works on, with its range. People return to it after signing up, signing in or
 * paying. The home page without a video clears it.
 */
export const lastVideo = openDraft('video')
