import { randomBytes, scrypt as scryptWithCallback, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { eq } from 'drizzle-orm'
import { type Executor, queryRows } from '../database/engine/executor.ts'
import { agreements } from '../database/schema/process-schema.ts'

const scrypt = promisify<string, Buffer, number, Buffer>(scryptWithCallback)
const SALT_BYTES = 16
const HASH_BYTES = 32
const SESSION_SECRET = 'session secret'

/** This process was started with another secret than the others on the same database; the message says what to do. */
export class SecretDiffersError extends Error {
  constructor() {
    super(
      'SESSION_SECRET is not the one that this database was last used with. Everybody would be signed out, and second factors and ' +
        "the payment provider's secret could not be read. Set SESSION_SECRET to the same value for every process; where none is set, it " +
        'is in DATA_DIR/secrets/session of the machine that was started first. To go on with the new one deliberately, stop all ' +
        'processes and run `npm run admin -- accept-secret` with it.',
    )
    this.name = 'SecretDiffersError'
  }
}

/** Compares the secret with the stored salted hash; the first process stores that hash. Throws SecretDiffersError. */
export async function agreeOnSecret(executor: Executor, secret: string): Promise<void> {
  const fingerprint = await noteSecret(executor, secret)
  await refuseOtherSecret(executor, secret, fingerprint)
}

/** Throws SecretDiffersError if another secret is stored. `ownFingerprint`, a hash of `secret`, may save a slow hash. */
export async function refuseOtherSecret(executor: Executor, secret: string, ownFingerprint?: string): Promise<void> {
  const [agreement] = await executor.select().from(agreements).where(eq(agreements.name, SESSION_SECRET))
  if (!agreement || agreement.fingerprint === ownFingerprint) return
  const [salt = ''] = agreement.fingerprint.split('.')
  const fingerprint = await fingerprintOf(secret, Buffer.from(salt, 'hex'))
  if (!equalInConstantTime(fingerprint, agreement.fingerprint)) throw new SecretDiffersError()
}

export async function hasAgreedOnSecret(executor: Executor): Promise<boolean> {
  return (await executor.select().from(agreements).where(eq(agreements.name, SESSION_SECRET))).length > 0
}

/** Stores a fingerprint of the installation's secret, unless one is stored already. Returns the new fingerprint. */
export async function noteSecret(executor: Executor, secret: string): Promise<string> {
  const fingerprint = await fingerprintOf(secret, randomBytes(SALT_BYTES))
  await executor.insert(agreements).values({ name: SESSION_SECRET, fingerprint }).onConflictDoNothing()
  return fingerprint
}

/** Stores a fingerprint of the installation's secret, in place of a former one. */
export async function acceptSecret(executor: Executor, secret: string): Promise<void> {
  const fingerprint = await fingerprintOf(secret, randomBytes(SALT_BYTES))
  await executor
    .insert(agreements)
    .values({ name: SESSION_SECRET, fingerprint })
    .onConflictDoUpdate({ target: agreements.name, set: { fingerprint } })
}

const MOVE_AGREEMENT = 'moved to'

/** The installation has moved away from this database; the message says where to, and what to do. */
class MovedError extends Error {
  constructor(time: string, place: string) {
    super(
      `This installation was moved to ${place} on ${time.slice(0, 10)}, so Kerf does not start on the former database: ` +
        'it lacks everything since, and would send emails and check payments a second time. Start Kerf on the new one: DATABASE_URL names it. ' +
        'To return to the state before the move, restore a backup, or run `npm run move -- --undo` with the settings of this start.',
    )
    this.name = 'MovedError'
  }
}

/** Marks a database that the installation has left. @param place the new database, in words for the operator */
export async function noteMove(executor: Executor, place: string): Promise<void> {
  const fingerprint = `${new Date().toISOString()} ${place}`
  await executor
    .insert(agreements)
    .values({ name: MOVE_AGREEMENT, fingerprint })
    .onConflictDoUpdate({ target: agreements.name, set: { fingerprint } })
}

/** Removes the mark of a move. Returns whether there was one. */
export async function forgetMove(executor: Executor): Promise<boolean> {
  if (!(await hasAgreements(executor))) return false
  return (await executor.delete(agreements).where(eq(agreements.name, MOVE_AGREEMENT)).returning()).length > 0
}

/** Throws MovedError for a database that the installation has left. */
export async function refuseMoved(executor: Executor): Promise<void> {
  if (!(await hasAgreements(executor))) return
  const [move] = await executor.select().from(agreements).where(eq(agreements.name, MOVE_AGREEMENT))
  if (!move) return
  const [time = '', ...place] = move.fingerprint.split(' ')
  throw new MovedError(time, place.join(' '))
}

/** Whether the table exists. A new database, and a backup of an old version, lack it. */
async function hasAgreements(executor: Executor): Promise<boolean> {
  const [table] = await queryRows<{ exists: boolean }>(
    executor,
    `select to_regclass('public.agreements') is not null as exists`,
  )
  return table?.exists === true
}

async function fingerprintOf(secret: string, salt: Buffer): Promise<string> {
  return `${salt.toString('hex')}.${(await scrypt(secret, salt, HASH_BYTES)).toString('hex')}`
}

function equalInConstantTime(a: string, b: string): boolean {
  const bytesA = Buffer.from(a)
  const bytesB = Buffer.from(b)
  return bytesA.length === bytesB.length && timingSafeEqual(bytesA, bytesB)
}
