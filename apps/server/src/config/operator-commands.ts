/** Commands that run once and exit. This module has no imports, because main.ts reads it before all other modules. */
export const OPERATOR_COMMANDS = ['admin', 'doctor', 'migrate', 'move', 'backup', 'restore']
