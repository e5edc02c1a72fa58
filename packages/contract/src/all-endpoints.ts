import * as address from './admin-address.ts'
import * as audit from './admin-audit.ts'
import * as invitations from './admin-invitations.ts'
import * as jobs from './admin-jobs.ts'
import * as messages from './admin-messages.ts'
import * as moderation from './admin-moderation.ts'
import * as settings from './admin-settings.ts'
import * as stats from './admin-stats.ts'
import * as subscriptions from './admin-subscriptions.ts'
import * as users from './admin-users.ts'
import * as apiKeys from './api-keys.ts'
import * as account from './auth.ts'
import * as batch from './batch.ts'
import * as clipAddress from './clip-address.ts'
import * as contact from './contact.ts'
import * as dmca from './dmca.ts'
import * as download from './download.ts'
import * as entryLinks from './entry-links.ts'
import * as health from './health.ts'
import * as oidc from './oidc.ts'
import * as payment from './payment.ts'
import * as plans from './plans.ts'
import * as playlist from './playlist.ts'
import type { Endpoint } from './protocol/endpoint.ts'
import * as share from './share.ts'
import * as user from './user.ts'
import * as video from './video.ts'
import * as webhooks from './webhooks.ts'

const visitorResources = [
  video,
  download,
  share,
  batch,
  playlist,
  account,
  entryLinks,
  oidc,
  user,
  apiKeys,
  clipAddress,
  webhooks,
  plans,
  payment,
  contact,
  dmca,
]
const adminResources = [stats, users, invitations, subscriptions, jobs, settings, messages, moderation, audit, address]

/** Every call of the API, for the OpenAPI document. A test compares the server's routes with this list. */
export const ALL_ENDPOINTS: readonly Endpoint[] = [...visitorResources, ...adminResources, health].flatMap((resource) =>
  Object.values(resource).filter(isEndpoint),
)

/** Calls about plans and payments. If nothing is sold, the OpenAPI document does not contain them. */
export const PLAN_ENDPOINTS: readonly Endpoint[] = [
  ...[plans, payment, subscriptions].flatMap((resource) => Object.values(resource).filter(isEndpoint)),
  user.readSubscription,
  user.listPayments,
]

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value
}
