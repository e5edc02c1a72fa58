import { defineConfig } from 'drizzle-kit'

// Run from the root: `npx drizzle-kit generate --config apps/server/src/adapters/database/drizzle.config.ts`
export default defineConfig({
  dialect: 'postgresql',
  schema: 'apps/server/src/adapters/database/schema/*-schema.ts',
  out: 'apps/server/src/adapters/database/migrations',
})
