import { defineConfig } from 'drizzle-kit'

// `npx drizzle-kit generate --config apps/server/src/adapters/database/drizzle.config.ts`, from the root, after a change
// of one of the schemas. The file it writes to migrations/ is committed and never edited once it has been released.
export default defineConfig({
  dialect: 'postgresql',
  schema: 'apps/server/src/adapters/database/schema/*-schema.ts',
  out: 'apps/server/src/adapters/database/migrations',
})
