/** Pages of YouTube that are not a single video: a user's clip, a playlist, a channel or any other page. */
export const YOUTUBE_PAGES = ['youtube_clip', 'youtube_playlist', 'youtube_page'] as const
export type YoutubePage = (typeof YOUTUBE_PAGES)[number]
