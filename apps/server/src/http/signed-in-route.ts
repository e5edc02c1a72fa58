import type { AnswerOf, Endpoint } from '@kerf/contract/endpoint'
import type { FastifyInstance } from 'fastify'
import type { FoundSession } from '../account-ports.ts'
import { type Outcome, refused } from '../use-cases/outcome.ts'
import { type ANSWERED, type Call, type RouteOptions, route } from './route.ts'

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
  route(app, endpoint, (call) => handler(call as Call<E> & { session: FoundSession }), {
    ...options,
    admit: ({ session }) => (session ? null : refused('not_signed_in')),
  })
}
