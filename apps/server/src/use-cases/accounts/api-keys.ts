import type { ApiKey } from '@kerf/contract/api-keys'
import { API_KEY, KEY_PREFIX, MAX_API_KEYS } from '@kerf/domain/access/api-key'
import type { ApiKeyRecord, FoundApiKey } from '../../ports/accounts.ts'
import type { Deps } from '../shared/deps.ts'
import { newId } from '../shared/new-id.ts'
import { done, type Outcome, refused } from '../shared/outcome.ts'
import { hashToken, newToken } from '../shared/random-token.ts'

/** The prefix, and four characters of 43. */
const SHOWN_CHARACTERS = KEY_PREFIX.length + 4
/** Each note is a write. */
const TOUCH_AFTER_MILLISECONDS = 60_000

export async function listApiKeys({ database }: Deps<'database'>, accountId: string): Promise<ApiKey[]> {
  return (await database.records.apiKeys.listFor(accountId)).map(describeKey)
}

/** The key is answered once. */
export async function createApiKey(
  { database, clock }: Deps<'database' | 'clock'>,
  { accountId, name }: { accountId: string; name: string },
): Promise<Outcome<{ id: string; name: string; key: string }>> {
  const key = KEY_PREFIX + newToken()
  const record: ApiKeyRecord = {
    id: newId(),
    userId: accountId,
    name,
    hash: hashToken(key),
    start: key.slice(0, SHOWN_CHARACTERS),
    createdAt: clock.now(),
    lastUsedAt: null,
  }
  return database.transaction(async (records) => {
    // Of many clicks at once, each sees the keys of those before it.
    await records.quota.lock(accountId)
    if ((await records.apiKeys.listFor(accountId)).length >= MAX_API_KEYS)
      return refused('too_many_requests', { meaning: `There can be ${MAX_API_KEYS} API keys. Revoke one first.` })
    await records.apiKeys.insert(record)
    return done({ id: record.id, name, key })
  })
}

export async function revokeApiKey(
  { database }: Deps<'database'>,
  { id, accountId }: { id: string; accountId: string },
): Promise<Outcome<undefined>> {
  return (await database.records.apiKeys.delete(id, accountId)) ? done(undefined) : refused('not_found')
}

const NO_KEY = refused('not_signed_in', { meaning: 'This API key does not exist, or was revoked.' })

/** Whose key it is. A key that is none is refused: whoever sends one does not mean to be a stranger. */
export async function identifyKey(
  { database, clock, caches, log }: Deps<'database' | 'clock' | 'caches' | 'log'>,
  given: string,
): Promise<Outcome<FoundApiKey>> {
  if (!API_KEY.test(given)) return NO_KEY
  const hash = hashToken(given)
  const found = await caches.apiKeys(hash, () => database.records.apiKeys.findByHash(hash))
  if (!found) return NO_KEY
  if (!found.account.isActive) return refused('account_suspended')
  const now = clock.now()
  const { id, lastUsedAt } = found.key
  if (lastUsedAt === null || now.getTime() - lastUsedAt.getTime() >= TOUCH_AFTER_MILLISECONDS)
    // Nobody waits for it.
    void database.records.apiKeys
      .touch(id, now)
      .catch((error: unknown) => log.warn({ err: error }, 'use of an API key not noted'))
  return done(found)
}

function describeKey({ id, name, start, createdAt, lastUsedAt }: ApiKeyRecord): ApiKey {
  return { id, name, start, createdAt: createdAt.toISOString(), lastUsedAt: lastUsedAt?.toISOString() ?? null }
}
