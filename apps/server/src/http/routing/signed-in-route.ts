import type { AnswerOf, Endpoint } from '@kerf/contract/protocol/endpoint'
import type { FastifyInstance } from 'fastify'
import type { FoundSession } from '../../ports/accounts.ts'
import { type Outcome, refused } from '../../use-cases/outcome.ts'
import { noteDeed } from '../logs/security-log.ts'
import { ANSWERED, type Call, type RouteOptions, route } from './route.ts'

type SignedInHandler<E extends Endpoint> = (
  call: Call<E> & { session: FoundSession },
) => Promise<Outcome<AnswerOf<E>> | typeof ANSWERED> | Outcome<AnswerOf<E>>

/** A call for people with an account; anybody else is told so before what they sent is looked at. */
export function signedInRoute<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: SignedInHandler<E>,
  options: RouteOptions = {},
): void {
  const noted = async (call: Call<E>) => {
    const known = call as Call<E> & { session: FoundSession }
    const outcome = await handler(known)
    if (endpoint.method !== 'GET' && outcome !== ANSWERED && outcome.ok)
      noteDeed(call.request, known.session.account.id)
    return outcome
  }
  route(app, endpoint, noted, {
    ...options,
    admit: ({ session }) => (session ? null : refused('not_signed_in')),
  })
}
