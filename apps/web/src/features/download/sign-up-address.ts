import { useSearch } from 'wouter/use-browser-location'
import { PAGES } from '../../data/navigation/pages.ts'
import { signUpFor } from '../../data/navigation/return-to.ts'

/** Address of the sign-up page that leads back to this video and its range. */
export const useSignUpAddress = (): string => signUpFor(PAGES.home.path + useSearch({ ssrSearch: '' }))
