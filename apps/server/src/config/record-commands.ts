/** Commands on the whole database. This module imports nothing, because main.ts reads it before all other modules. */
export const RECORD_COMMANDS = ['migrate', 'move', 'backup', 'restore']
