import pg from 'pg'

/** The same server, another database. */
export function databaseAt(serverUrl: string, name: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}

/** One statement that belongs to no database of its own, as making one. */
export async function onServer(serverUrl: string, statement: string): Promise<void> {
  const pool = new pg.Pool({ connectionString: serverUrl, max: 1 })
  try {
    const client = await pool.connect()
    try {
      await client.query(statement)
    } finally {
      client.release()
    }
  } finally {
    await pool.end()
  }
}
