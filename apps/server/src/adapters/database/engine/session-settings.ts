import type { PoolClient } from 'pg'

/**
 * Settings that queries, parsers and the pool rely on. A role or a database may set them differently. Statements set
 * them, because poolers refuse `options`.
 */
const SETTINGS = `
  set search_path to public;
  set default_transaction_read_only to off;
  set default_transaction_isolation to 'read committed';
  set standard_conforming_strings to on;
  set DateStyle to 'ISO, MDY';
  set IntervalStyle to 'postgres';
  set extra_float_digits to 1;
  set bytea_output to 'hex';
  set array_nulls to on;
  set idle_session_timeout to 0;
  set idle_in_transaction_session_timeout to 0;
  set lock_timeout to 0`

/** Applies the settings to a new connection before its first use. */
export async function setSession(client: PoolClient): Promise<void> {
  await client.query(SETTINGS)
}

/** The encoding of the database cannot hold all text. The message says what to do. */
export class DatabaseEncodingError extends Error {
  override name = 'DatabaseEncodingError'

  constructor(encoding: string) {
    super(
      `The database is in ${encoding}, which lacks letters of names and titles. Make one in UTF8: createdb --template=template0 --encoding=UTF8 NAME`,
    )
  }
}

/** Null for UTF8. For another encoding, returns the error if the database is in use, and throws it if it is empty. */
export async function checkEncoding(client: PoolClient): Promise<DatabaseEncodingError | null> {
  const { rows } = await client.query(
    `select current_setting('server_encoding') as encoding, to_regclass('public.viewers') is not null as "isInUse"`,
  )
  const encoding = String(rows[0]?.encoding)
  if (encoding === 'UTF8') return null
  const error = new DatabaseEncodingError(encoding)
  if (rows[0]?.isInUse !== true) throw error
  return error
}
