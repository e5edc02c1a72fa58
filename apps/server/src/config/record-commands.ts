/** What an operator does with all rows at once. Loads nothing, because it is asked for before anything else is loaded. */
export const RECORD_COMMANDS = ['migrate', 'move', 'backup', 'restore']
