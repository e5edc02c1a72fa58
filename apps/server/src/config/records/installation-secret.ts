import type { DataDirectory } from '../../adapters/data-directory/data-directory.ts'
import { hasCluster } from '../../adapters/database/embedded/cluster-folder.ts'
import type { Executor } from '../../adapters/database/engine/executor.ts'
import { hasAgreedOnSecret } from '../../adapters/processes/agreements.ts'
import type { Settings } from '../environment/environment.ts'

/**
 * What signs sessions, for an embedded database that is not open yet: a secret is made before its database, and never for one that
 * is there. Throws SecretMissingError, ClusterError.
 */
export async function embeddedSecret({ sessionSecret }: Settings, directory: DataDirectory): Promise<string> {
  if (sessionSecret !== null) return sessionSecret
  return await directory.secret('session', { mayMake: !(await hasCluster(directory.databasePath)) })
}

/** That of a data directory, for a PostgreSQL: made by the first process of all. Throws SecretMissingError. */
export async function sharedSecret(executor: Executor, directory: DataDirectory): Promise<string> {
  return await directory.secret('session', { mayMake: !(await hasAgreedOnSecret(executor)) })
}
