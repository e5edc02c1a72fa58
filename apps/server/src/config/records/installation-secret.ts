import type { DataDirectory } from '../../adapters/data-directory/data-directory.ts'
import { hasCluster } from '../../adapters/database/embedded/cluster-folder.ts'
import type { Executor } from '../../adapters/database/engine/executor.ts'
import { hasAgreedOnSecret } from '../../adapters/processes/agreements.ts'
import type { Settings } from '../environment/environment.ts'

/**
 * The secret that signs sessions, for an embedded database that is not open yet. A secret is created only before its
 * database exists. Throws SecretMissingError, ClusterError.
 */
export async function embeddedSecret({ sessionSecret }: Settings, directory: DataDirectory): Promise<string> {
  if (sessionSecret !== null) return sessionSecret
  return await directory.secret('session', { mayMake: !(await hasCluster(directory.databasePath)) })
}

/** The secret of the data directory, for PostgreSQL. Only the first process creates one. Throws SecretMissingError. */
export async function sharedSecret(executor: Executor, directory: DataDirectory): Promise<string> {
  return await directory.secret('session', { mayMake: !(await hasAgreedOnSecret(executor)) })
}
