import type { AdminJob } from '@kerf/contract/admin-jobs'
import { QUALITIES } from '@kerf/domain/quality'
import { adminWords } from '#messages/admin.ts'

/** `1080p (HD), MP4` */
export function jobName({ quality, format }: Pick<AdminJob, 'quality' | 'format'>): string {
  return adminWords.jobs.name(QUALITIES[quality].label, format.toUpperCase())
}

/** Whose it is: the account's name, or that there is none. */
export function jobOwner({ userName }: Pick<AdminJob, 'userName'>): string {
  return userName ?? adminWords.jobs.anonymous
}
