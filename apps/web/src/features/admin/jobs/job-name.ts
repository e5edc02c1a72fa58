import type { AdminJob } from '@kerf/contract/admin-jobs'
import { clipLabel } from '@kerf/domain/formats/clip-format'
import { QUALITIES } from '@kerf/domain/formats/quality'
import { adminWords } from '#messages/admin.ts'

/** `1080p (HD), MP4`, and what is not of the grid by its own name: `GIF`, `PNG, 720p` */
export function jobName({ quality, format }: Pick<AdminJob, 'quality' | 'format'>): string {
  const label = clipLabel({ quality, format })
  return format === QUALITIES[quality].format ? adminWords.jobs.name(label, format.toUpperCase()) : label
}

/** Whose it is: the account's name, or that there is none. */
export function jobOwner({ userName }: Pick<AdminJob, 'userName'>): string {
  return userName ?? adminWords.jobs.anonymous
}
