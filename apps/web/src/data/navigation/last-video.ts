import { openDraft } from '../../browser/storage.ts'

/** The address of the video that this tab works on, with its range: whoever signs up, in, or pays comes back to it. Home forgets it. */
export const lastVideo = openDraft('video')
