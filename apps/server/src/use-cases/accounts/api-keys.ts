import type { ApiKey } from '@kerf/contract/api-keys'
import { API_KEY_PATTERN, KEY_PREFIX, MAX_API_KEYS } from '@kerf/domain/access/api-key'
import type { AccountSession, ApiKeyRecord, FoundApiKey } from '../../ports/accounts.ts'
import type { Deps } from '../shared/deps.ts'
import { newId } from '../shared/new-id.ts'
import { done, type Outcome, refused } from '../shared/outcome.ts'
import { hashToken, newToken } from '../shared/random-token.ts'

/** Length of the stored start of a key: the prefix and four of its 43 random characters. */
const STORED_START_LENGTH = KEY_PREFIX.length + 4
/** Minimum interval between two updates of a key's last use, to save writes. */
const TOUCH_INTERVAL_MILLISECONDS = 60_000

export async function listApiKeys({ database }: Deps<'database'>, accountId: string): Promise<ApiKey[]> {
  return (await database.records.apiKeys.listFor(accountId)).map(describeKey)
}

/** Creates a key. Only this answer contains the key; the database stores its hash. */
export async function createApiKey(
  { database, clock }: Deps<'database' | 'clock'>,
  { session, name }: { session: AccountSession; name: string },
): Promise<Outcome<{ id: string; name: string; key: string }>> {
  const accountId = session.account.id
  const key = KEY_PREFIX + newToken()
  const record: ApiKeyRecord = {
    id: newId(),
    userId: accountId,
    name,
    hash: hashToken(key),
    start: key.slice(0, STORED_START_LENGTH),
    createdAt: clock.now(),
    lastUsedAt: null,
  }
  return database.transaction(async (records) => {
    // The lock makes concurrent requests see each other's keys.
    await records.quota.lock(accountId)
    if (!(await records.sessions.lockAccount(session))) return refused('not_signed_in')
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

type KeyDeps = Deps<'database' | 'clock' | 'caches' | 'log'>

const UNKNOWN_KEY = refused('not_signed_in', { meaning: 'This API key does not exist, or was revoked.' })

/** Finds an API key and its account. An invalid key is refused instead of treating the caller as a stranger. */
export async function identifyKey(deps: KeyDeps, key: string): Promise<Outcome<FoundApiKey>> {
  if (!API_KEY_PATTERN.test(key)) return UNKNOWN_KEY
  const hash = hashToken(key)
  return admitKey(deps, await deps.caches.apiKeys(hash, () => deps.database.records.apiKeys.findByHash(hash)))
}

/** Finds an API key by its id, for what was signed with it, and its account. */
export async function identifyKeyById(deps: KeyDeps, id: string): Promise<Outcome<FoundApiKey>> {
  return admitKey(deps, await deps.caches.apiKeys(`id ${id}`, () => deps.database.records.apiKeys.find(id)))
}

function admitKey({ database, clock, log }: KeyDeps, foundKey: FoundApiKey | null): Outcome<FoundApiKey> {
  if (!foundKey) return UNKNOWN_KEY
  if (!foundKey.account.isActive) return refused('account_suspended')
  const now = clock.now()
  const { id, lastUsedAt } = foundKey.key
  if (lastUsedAt === null || now.getTime() - lastUsedAt.getTime() >= TOUCH_INTERVAL_MILLISECONDS)
    // Not awaited: the answer does not depend on this write.
    void database.records.apiKeys
      .touch(id, now)
      .catch((error: unknown) => log.warn({ err: error }, 'use of an API key not noted'))
  return done(foundKey)
}

function describeKey({ id, name, start, createdAt, lastUsedAt }: ApiKeyRecord): ApiKey {
  return { id, name, start, createdAt: createdAt.toISOString(), lastUsedAt: lastUsedAt?.toISOString() ?? null }
}
