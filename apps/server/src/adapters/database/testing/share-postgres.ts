import { randomBytes } from 'node:crypto'
import { postgresPrograms } from '@kerf/standins/postgres/postgres-programs'
import { type PostgresServer, startPostgres } from '@kerf/standins/postgres/start-postgres'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '../open-database.ts'
import { databaseAt, onServer } from './on-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Server for databases of tests; null without PostgreSQL. `template` is a database with every table. */
    sharedPostgres: { url: string; template: string } | null
  }
}

let server: PostgresServer | undefined
let template: { url: string; name: string } | undefined

/**
 * Vitest calls this function before the server's first test. It provides one PostgreSQL for the whole run, a new one or
 * that of KERF_TEST_DATABASE_URL, with a template database that each test copies.
 */
export async function setup(project: TestProject): Promise<void> {
  const url = await serverUrl()
  if (url === null) {
    console.warn(
      'No PostgreSQL on this machine (initdb, postgres): tests on a real one are SKIPPED. Debian: postgresql.',
    )
    project.provide('sharedPostgres', null)
    return
  }
  template = { url, name: `kerf_template_${randomBytes(8).toString('hex')}` }
  await onServer(url, `create database ${template.name}`)
  const database = await openDatabase({
    databaseUrl: databaseAt(url, template.name),
    folder: '',
    onError: (error) => {
      throw error
    },
  })
  await database.close()
  project.provide('sharedPostgres', { url, template: template.name })
}

/** Vitest calls this function after the last test, even if tests failed. */
export async function teardown(): Promise<void> {
  if (server) await server.remove()
  else if (template) await onServer(template.url, `drop database if exists ${template.name} with (force)`)
}

async function serverUrl(): Promise<string | null> {
  const { KERF_TEST_DATABASE_URL } = process.env
  if (KERF_TEST_DATABASE_URL) return KERF_TEST_DATABASE_URL
  if (postgresPrograms() === null) return null
  server = await startPostgres()
  return server.url
}
