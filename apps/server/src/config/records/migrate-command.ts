import { hasKerfTables, knownMigrations, schemaState } from '../../adapters/database/transfer/schema-state.ts'
import { TransferError } from '../../adapters/database/transfer/transfer-error.ts'
import { refuseMoved } from '../../adapters/processes/agreements.ts'
import { connectTo, type DatabaseLocation, prepareQueue } from './open-records.ts'

/**
 * Migrates a database. If several processes migrate at once, one of them migrates, and the others call `onWaiting` with
 * a sentence. Returns what was done, in sentences. Throws TransferError, MovedError.
 */
export async function migrateCommand(
  location: DatabaseLocation,
  onWaiting?: (sentence: string) => void,
): Promise<string> {
  await using connection = await connectTo(location)
  await refuseMoved(connection.executor)
  const allMigrations = await knownMigrations()
  let stateBefore = await schemaState(connection.executor)
  let hasWaited = false
  if ((stateBefore.migrations ?? 0) > allMigrations.length)
    throw new TransferError('other_version', 'This database belongs to a newer version of Kerf. Nothing was changed.')
  // Another program has used the same migration library here. Kerf's migrations would count as done and never run.
  if ((stateBefore.migrations ?? 0) > 0 && !(await hasKerfTables(connection.executor)))
    throw new TransferError(
      'not_empty',
      'This database contains migrations that are not from Kerf. Choose an empty database. Nothing was changed.',
    )
  await connection.migrate(undefined, {
    onWaiting() {
      hasWaited = true
      onWaiting?.('Another process is migrating this database. Waiting until it is done.')
    },
    async onTurn() {
      if (hasWaited) stateBefore = await schemaState(connection.executor)
    },
  })
  await prepareQueue(connection)
  const stateAfter = await schemaState(connection.executor)
  const newMigrations = allMigrations.slice(stateBefore.migrations ?? 0)
  const sentences = [
    newMigrations.length === 0
      ? `Nothing to migrate: ${hasWaited ? `another process has run what was missing of the ${allMigrations.length} migrations` : `all ${allMigrations.length} migrations had run`}.`
      : `Migrated: ${newMigrations.join(', ')}.`,
  ]
  if (stateBefore.queueVersion !== stateAfter.queueVersion)
    sentences.push(
      `The queue's tables are at version ${stateAfter.queueVersion}${stateBefore.queueVersion === null ? '' : `, were at ${stateBefore.queueVersion}`}.`,
    )
  return sentences.join('\n')
}
