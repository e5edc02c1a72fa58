import { rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { FORMAT_VERSION } from '../../adapters/backup-file/backup-format.ts'
import { openBackup } from '../../adapters/backup-file/read-backup.ts'
import { writeBackup } from '../../adapters/backup-file/write-backup.ts'
import type { DataDirectory } from '../../adapters/data-directory/data-directory.ts'
import { loadRecords, refuseUnlessEmpty } from '../../adapters/database/transfer/load-records.ts'
import { withRecords } from '../../adapters/database/transfer/read-records.ts'
import { knownMigrations, schemaState } from '../../adapters/database/transfer/schema-state.ts'
import { TransferError } from '../../adapters/database/transfer/transfer-error.ts'
import { forgetMove, noteSecret, refuseOtherSecret } from '../../adapters/processes/agreements.ts'
import { connectTo, type DatabaseLocation, prepareQueue, refuseOtherVersion } from './open-records.ts'

export interface RestoreOptions {
  place: DatabaseLocation
  path: string
  directory: Pick<DataDirectory, 'putSecret'>
  /** Whether the environment contains the secret. If so, the secret of the backup is not restored. */
  hasOwnSecret: boolean
}

/**
 * Restores a backup into an empty database. Returns what was done, in sentences. Throws TransferError: `not_empty`,
 * `damaged`, `other_version`, `nothing_there`.
 */
export async function restoreCommand({ place, path, directory, hasOwnSecret }: RestoreOptions): Promise<string> {
  const backup = await openBackup(path)
  const { header } = backup
  const knownCount = (await knownMigrations()).length
  const isOlder = header.migrations < knownCount
  if (header.migrations > knownCount)
    throw new TransferError(
      'other_version',
      `${path} was written by a newer Kerf (${header.version}). Restore it with that one, or a newer one.`,
    )
  await using connection = await connectTo(place, !isOlder)
  const stateBefore = await schemaState(connection.executor)
  if (stateBefore.migrations !== null && stateBefore.migrations > header.migrations)
    throw new TransferError(
      'other_version',
      `${path} was written by an older Kerf (${header.version}), and the target has newer tables already. Choose a database that Kerf has never opened.`,
    )
  await refuseUnlessEmpty(connection.executor)
  await connection.migrate(header.migrations)
  await prepareQueue(connection)
  const { queueVersion } = await schemaState(connection.executor)
  if (queueVersion !== header.queueVersion)
    throw new TransferError(
      'other_version',
      `The queue of ${path} is of another version (${header.queueVersion}, here ${queueVersion}). Restore it with Kerf ${header.version}, then upgrade.`,
    )
  const { tables, rows, secret } = await connection.executor.transaction(async (transaction) => {
    const totals = await loadRecords(transaction, backup.chunks())
    await forgetMove(transaction)
    // Secrets are stored before the commit. A start without them would make a new secret, which cannot decrypt the
    // rows.
    return { ...totals, secret: await restoreSecrets(header.secrets, directory, hasOwnSecret) }
  })
  if (isOlder) await connection.migrate()
  // The fingerprint prevents a start with another secret. A fingerprint in the backup was restored with the rows.
  if (place.databaseUrl !== null && header.secrets.session)
    await noteSecret(connection.executor, header.secrets.session)
  return `Restored from ${header.madeAt} (Kerf ${header.version}): ${tables} tables, ${rows} rows, each compared with what was written. ${secret}`
}

/** Next steps after a restore, printed after the result. */
export const RESTORE_NEXT_STEPS = `Next:
- Start Kerf with the settings of this command.
- Sign in as an admin. The first card of /admin says whether people can cut.
- A backup has no clips. People cut those again that are no longer in the file store.`

/**
 * Restores a backup into a new embedded database. The present database and its secret stay until the new database is
 * complete. Throws like restoreCommand.
 */
export async function restoreSettingAside(
  options: Pick<RestoreOptions, 'path' | 'hasOwnSecret'> & { directory: DataDirectory },
): Promise<string> {
  const { directory } = options
  const folder = await directory.prepareDatabase()
  try {
    const place = { databaseUrl: null, folder }
    const sentences = await restoreCommand({ ...options, place, directory: { putSecret: directory.prepareSecret } })
    return `${sentences} The former database is in ${await directory.replaceDatabase()}. Delete it when you do not need it any more.`
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function restoreSecrets(
  secrets: Record<string, string>,
  directory: Pick<DataDirectory, 'putSecret'>,
  hasOwnSecret: boolean,
): Promise<string> {
  const names = Object.keys(secrets)
  if (names.length === 0)
    return 'Start Kerf with the SESSION_SECRET that it had; with a different one, everybody is signed out and two-factor codes stop working.'
  if (hasOwnSecret)
    return 'SESSION_SECRET is set here and is used. If it differs from before, everybody is signed out, two-factor codes stop working, and Kerf refuses to start on PostgreSQL.'
  for (const [name, secret] of Object.entries(secrets)) await directory.putSecret(name, secret)
  return 'The secret was restored too. Sessions and two-factor authentication keep working.'
}

export interface BackupOptions {
  place: DatabaseLocation
  path: string
  version: string
  secrets: Record<string, string>
  /** Whether an earlier backup at the path is replaced. */
  mayReplace?: boolean
}

/** Writes all data that cannot be recreated into one file. Returns what was done, in sentences. */
export async function backupCommand({
  place,
  path,
  version,
  secrets,
  mayReplace = false,
}: BackupOptions): Promise<string> {
  await using connection = await connectTo(place)
  const state = await refuseOtherVersion(connection)
  // A data directory may have the secret of another installation, which could not decrypt the backup.
  if (secrets.session && place.databaseUrl !== null) await refuseOtherSecret(connection.executor, secrets.session)
  const madeAt = new Date().toISOString()
  const header = { kerf: 'backup' as const, format: FORMAT_VERSION, version, madeAt, ...state, secrets }
  const file = resolve(path)
  const { tables, rows } = await withRecords(connection.executor, (chunks) =>
    writeBackup(file, header, chunks, { mayReplace }),
  )
  const secret = secrets.session
    ? 'The secret that signs sessions is in it: keep it like a password.'
    : 'SESSION_SECRET is not in it: keep that as well, apart from it.'
  return `Written to ${file}: ${tables} tables, ${rows} rows. ${secret}`
}
