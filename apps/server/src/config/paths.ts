import { join } from 'node:path'

export const SERVER_ROOT = join(import.meta.dirname, '../..')
export const PROJECT_ROOT = join(SERVER_ROOT, '../..')
