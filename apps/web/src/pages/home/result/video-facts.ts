import type { Video } from '@kerf/contract/video'
import { toolWords } from '#messages/tool.ts'
import { ageWords } from '../../../data/formatting/moment.ts'

const words = toolWords.result

/** Channel, views and age, as far as the source tells them. */
export function metaParts(
  video: Pick<Video, 'channel' | 'views' | 'publishedAt'>,
  now: Date,
  locale: string,
): string[] {
  const views =
    video.views === null ? null : words.views(new Intl.NumberFormat(locale).format(video.views), video.views)
  const age = video.publishedAt === null ? null : ageWords(video.publishedAt, now, locale)
  return [video.channel, views, age].filter((part) => part !== null).filter((part) => part !== '')
}

/** What can be said about the video at a glance, as far as it is true. */
export function videoBadges(video: Pick<Video, 'options'>): string[] {
  const offers = (quality: string): boolean =>
    video.options.some((option) => option.quality === quality && option.access !== 'unavailable')
  return [
    offers('2160p') ? words.badges.fourK : null,
    offers('audio') ? words.badges.mp3 : null,
    words.badges.fast,
  ].filter((badge) => badge !== null)
}
