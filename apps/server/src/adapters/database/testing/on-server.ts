import pg from 'pg'

/** Returns the URL of another database on the same server. */
export function databaseAt(serverUrl: string, name: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}

/** Runs one statement on a server, such as `create database`. */
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
