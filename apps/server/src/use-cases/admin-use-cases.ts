import type { Clock, Database, FileStore } from '../ports.ts'
import { changePerson } from './change-person/change-person.ts'
import { deletePerson } from './delete-account/delete-person.ts'
import { listSubscriptions } from './list-subscriptions/list-subscriptions.ts'
import { people } from './people/people.ts'

export interface AdminUseCaseDeps {
  database: Database
  files: FileStore
  clock: Clock
}

/** Everything that only admins may ask for. */
export function createAdminUseCases(deps: AdminUseCaseDeps) {
  return {
    people: people(deps),
    changePerson: changePerson(deps),
    deletePerson: deletePerson(deps),
    listSubscriptions: listSubscriptions(deps),
  }
}
