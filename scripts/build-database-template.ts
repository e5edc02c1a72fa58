import { buildDatabaseTemplate } from '../apps/server/src/adapters/database/build-database-template.ts'
import { DATABASE_TEMPLATE_PATH } from '../apps/server/src/adapters/database/embedded/database-template.ts'

export { buildDatabaseTemplate }

/** Makes the empty database that first starts begin from, so that they take less than a second. */
if (import.meta.main) await buildDatabaseTemplate(DATABASE_TEMPLATE_PATH)
