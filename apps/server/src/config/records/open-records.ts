import type { Connection } from '../../adapters/database/engine/connection.ts'
import { connectDatabase } from '../../adapters/database/open-database.ts'
import { knownMigrations, schemaState } from '../../adapters/database/transfer/schema-state.ts'
import { TransferError } from '../../adapters/database/transfer/transfer-error.ts'
import { openJobQueue } from '../../adapters/job-queue/open-job-queue.ts'

const QUEUE_STOP_TIMEOUT_MILLISECONDS = 1000

export type DatabaseLocation = { databaseUrl: string; folder: null } | { databaseUrl: null; folder: string }

/** Opens a database without migrating it. With `fromTemplate` false, a new embedded database has no tables. */
export async function connectTo(
  location: DatabaseLocation,
  fromTemplate = true,
): Promise<Connection & AsyncDisposable> {
  const connection = await connectDatabase({
    databaseUrl: location.databaseUrl,
    folder: location.folder ?? '',
    ...(fromTemplate ? {} : { templatePath: null }),
    // The next statement reports a failure in the background.
    onError: () => undefined,
  })
  return { ...connection, [Symbol.asyncDispose]: () => connection.close() }
}

/** Creates or migrates the tables of the queue. */
export async function prepareQueue(connection: Connection): Promise<void> {
  const boss = await openJobQueue(connection, () => undefined)
  await boss.stop({ timeout: QUEUE_STOP_TIMEOUT_MILLISECONDS })
}

/** Returns the versions of tables and queue. Throws TransferError if tables are missing or have another version. */
export async function refuseOtherVersion(
  connection: Connection,
): Promise<{ migrations: number; queueVersion: number }> {
  const { migrations, queueVersion } = await schemaState(connection.executor)
  const knownCount = (await knownMigrations()).length
  if (migrations === null || queueVersion === null)
    throw new TransferError('nothing_there', 'Kerf has never been started on this database, so there is nothing in it.')
  if (migrations > knownCount)
    throw new TransferError('other_version', 'This database belongs to a newer version of Kerf. Use that one.')
  if (migrations < knownCount)
    throw new TransferError(
      'other_version',
      'This database belongs to an older version of Kerf. Run npm run migrate first.',
    )
  return { migrations, queueVersion }
}
