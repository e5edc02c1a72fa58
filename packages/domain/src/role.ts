/** What an account may do besides using the product. Stored in lower case; both casings were in use. */
export const ROLES = ['user', 'admin'] as const
export type Role = (typeof ROLES)[number]

/** `ADMIN`, `admin`, `USER`, `user`; anything else has no rights beyond a user's. */
export function parseRole(spelling: string | null | undefined): Role {
  return spelling?.trim().toLowerCase() === 'admin' ? 'admin' : 'user'
}
