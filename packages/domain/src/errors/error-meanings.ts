import type { ErrorCode } from './error-codes.ts'
import type { RefusalReason } from './refusal-reasons.ts'

/** Sentence for a quality that needs an account or a plan. @param freeMaxQuality best quality of a free account */
export function highQualitySentence(freeMaxQuality: string): string {
  const best = freeMaxQuality === '360p' ? freeMaxQuality : `up to ${freeMaxQuality}`
  return `High-quality downloads are available with Pro subscription. Free users can download ${best} and audio only.`
}

/** English sentences by code. Pages have their own sentences and do not load these. */
export const ERROR_MEANINGS: Readonly<Record<ErrorCode, string>> = {
  // Faults of the request
  invalid_link: 'Please enter a valid YouTube URL.',
  youtube_clip: 'This is a YouTube clip. Please paste the link of the video it was taken from.',
  youtube_playlist: 'This link leads to a playlist. Please paste the link of one of its videos.',
  youtube_page: 'This link leads to a channel or another page of YouTube. Please paste the link of a video.',
  invalid_request: 'The request is not what this call expects.',
  invalid_trim: 'Start and end must be inside the video and at least one second apart.',
  range_too_long: 'GIF and WebP can be up to 15 seconds long. Please choose a shorter range.',
  unknown_quality: 'This quality does not exist.',
  body_too_large: 'The request is too large.',
  not_json: 'The request must be JSON.',
  wrong_origin: 'The request came from another site.',
  unknown_host: 'Nothing can be changed at this address, because PUBLIC_URL does not name it.',
  not_found: 'There is nothing here.',
  // Rights of the caller
  not_signed_in: 'Please sign in.',
  accounts_only: 'This server is only for people with an account. Please sign in.',
  invitation_needed: 'Accounts on this server are by invitation only.',
  not_by_key: 'An API key may not do this. Please sign in.',
  needs_admin: 'You need admin privileges to access this page.',
  wrong_credentials: 'The email or password is incorrect.',
  account_suspended: 'This account is suspended.',
  second_factor_needed: 'Please enter the code from your authenticator app.',
  wrong_code: 'This code is incorrect. Please enter the one your app shows now.',
  second_factor_unreadable:
    'This server can no longer check your two-factor codes because its secret was changed. Please ask its operator to restore the previous one.',
  needs_second_factor: 'Admins of this server need two-factor authentication. Please set it up in your settings.',
  oidc_denied: 'Your identity provider did not sign you in, or you cancelled. You can try again.',
  oidc_invalid: 'This sign-in has expired or could not be verified. Please start again.',
  oidc_unavailable: 'The identity provider is not answering. Please try again in a few minutes.',
  oidc_email_unverified:
    'Your identity provider has not verified your email address. Please verify it there, then sign in again.',
  oidc_sign_up_off: 'There is no account with this email address. Please ask the operator of this server for one.',
  local_sign_in_off: 'This server does not use passwords. Please sign in with the identity provider.',
  recent_sign_in_needed: 'Please sign in again to confirm that it is you.',
  email_taken: 'An account with this email already exists.',
  password_too_short: 'Password must be at least 6 characters',
  invalid_token: 'This reset token is no longer valid. Please request a new one.',
  invalid_confirmation: 'This link is no longer valid. Please request a new one.',
  wrong_password: 'The current password is incorrect.',
  last_admin: 'The last admin cannot be demoted, suspended or deleted.',
  admin_protected: 'Admins cannot be deleted.',
  needs_account: highQualitySentence('360p'),
  needs_pro: highQualitySentence('360p'),
  pro_feature: 'Several ranges and batches come with Pro.',
  daily_limit: 'Daily limit reached',
  monthly_limit: 'Monthly limit reached',
  too_many_requests: 'Too many requests. Please wait a moment and try again.',
  // Payments
  unknown_amount: 'No plan has this price.',
  plan_owned: 'This account already has a plan that never ends. There is nothing left to buy.',
  unverified_notice: 'This event does not come from the payment provider.',
  payment_pending: 'The payment is not complete yet.',
  payment_not_approved: 'The payer has not approved this payment yet.',
  payment_failed: 'There was an error processing your payment. Please try again.',
  // Answers of the source
  video_private: 'This video is private.',
  video_removed: 'This video is no longer available.',
  video_region_blocked: 'This video is not available in your region. Please try a different video.',
  video_age_restricted: 'This video is age-restricted. Its platform only shows it to signed-in viewers.',
  video_members_only: "This video is for the channel's members only.",
  video_paid: 'This video is only for people who pay for it on its platform.',
  video_live: 'This video is live right now. It can be cut once the stream has ended.',
  video_upcoming: 'This video has not started yet. It can be cut once it is published.',
  video_ended: 'This live stream has ended, and its platform offers no recording yet. Please try again later.',
  video_too_long: 'This video is longer than seven days.',
  video_blocked: 'This video cannot be downloaded due to YouTube restrictions. Please try a different video.',
  link_blocked: 'This video is blocked on this server because of copyright or its content.',
  source_off: 'Videos from this source are turned off on this server.',
  source_bot_check: 'YouTube is asking this server to prove that it is not a robot. Please try again later.',
  source_rate_limited: 'YouTube is limiting requests from this server. Please try again later.',
  source_failed: 'The video could not be read from its source. Please try again.',
  source_timeout: 'The source did not answer in time. Please try again.',
  resolver_missing: 'This server cannot open YouTube links yet: its downloader is missing.',
  not_media: 'There is no video or audio at this link.',
  unsupported_media: 'This type of video or audio cannot be cut yet.',
  no_byte_ranges: 'The server of this file sends it only as a whole. Cutting needs one that answers range requests.',
  broken_media: 'The file at this link is damaged.',
  unfinished_media: 'The file at this link was not finished: its index is missing.',
  media_too_large: 'This clip would be too large. Please choose a shorter range.',
  does_not_fit: 'This clip does not fit into the size you chose. Please choose a shorter range or a larger size.',
  quality_unavailable: 'This video is not available in this quality.',
  // Results of the work
  not_ready: 'The clip is not finished yet.',
  expired: 'This clip has expired. Files are deleted within 24 hours.',
  cancelled: 'The download was cancelled.',
  cut_failed: 'Failed to download the video. Please try again.',
  cut_timeout: 'Cutting took too long and was stopped. Please try a shorter range.',
  clip_empty: 'Downloaded file is empty',
  begins_later:
    'The recording begins in the middle: nothing can be shown in this range yet. Please choose a later one.',
  storage_full: 'This server has no room left at the moment. Please try again later.',
  busy: 'This server is busy. Please try again in a moment.',
  job_not_open: 'The status of this job does not allow that.',
  not_set_up: 'This server is not set up for that yet.',
  internal: 'Something went wrong on our side. Please try again.',
}

/** English sentences by reason. A reason's sentence replaces the one of its code. */
export const REASON_MEANINGS: Readonly<Record<RefusalReason, (about: string) => string>> = {
  dns: (host) => `No public address was found for ${host} (DNS).`,
  network: (host) => `There is no way to ${host} in this network.`,
  proxy: (host) => `The proxy did not connect to ${host}.`,
  refused: (host) => `${host} refused the connection.`,
  tls: (host) => `There is no secure connection to ${host}: its certificate or its TLS is not accepted.`,
  broken: (host) => `The connection to ${host} was broken off.`,
  status: (status) => `The source answered with HTTP status ${status}.`,
  not_allowed: (target) =>
    `Only public addresses on ports 80 and 443 are read. To allow this one, set OUTBOUND_ALLOW=${target}.`,
  starts_at: (iso) => `This video begins at ${iso}. It can be cut once it is published.`,
  restricted_mode: () => "The network does not show this video: it enforces YouTube's Restricted Mode.",
  begins_at: (seconds) => `Nothing can be shown in this range: the first frame that can be shown is at ${seconds} s.`,
  sign_in: () => 'YouTube shows this video only to signed-in viewers.',
  content_warning: () => 'YouTube shows this video only after a content warning was confirmed by a signed-in viewer.',
}
