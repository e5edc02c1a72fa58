/** The length of every video of the stand-in, and images up to 480 lines: more than the viewers of these journeys may take. */
export const YOUTUBE_MEDIA = { seconds: 20, upToHeight: 480 } as const
