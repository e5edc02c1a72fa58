import { ERROR_CODES, type ErrorCode } from '@kerf/domain/error-codes'
import { z } from 'zod'

/** What every refusal and failure looks like on the wire. */
export const errorBody = z.object({
  error: z.string().meta({ description: 'A sentence for people.' }),
  code: z.enum(ERROR_CODES as [ErrorCode, ...ErrorCode[]]).meta({ description: 'A word for machines.' }),
  details: z.string().optional().meta({ description: 'More, where there is more to say.' }),
})
export type ErrorBody = z.output<typeof errorBody>

/** The HTTP status of each error code. */
export const ERROR_STATUS: Readonly<Record<ErrorCode, number>> = {
  invalid_link: 400,
  invalid_request: 400,
  invalid_trim: 400,
  unknown_quality: 400,
  body_too_large: 413,
  not_json: 415,
  wrong_origin: 403,
  not_found: 404,
  not_signed_in: 401,
  needs_account: 403,
  needs_pro: 403,
  daily_limit: 429,
  monthly_limit: 429,
  too_many_requests: 429,
  video_private: 422,
  video_removed: 422,
  video_region_blocked: 422,
  video_age_restricted: 422,
  video_members_only: 422,
  video_paid: 422,
  video_live: 422,
  video_upcoming: 422,
  video_blocked: 422,
  source_bot_check: 422,
  source_rate_limited: 503,
  source_failed: 422,
  source_timeout: 503,
  resolver_missing: 503,
  not_media: 422,
  unsupported_media: 422,
  broken_media: 422,
  media_too_large: 422,
  quality_unavailable: 422,
  not_ready: 409,
  expired: 410,
  cancelled: 409,
  cut_failed: 422,
  cut_timeout: 422,
  clip_empty: 422,
  storage_full: 503,
  busy: 503,
  internal: 500,
}
