import type { FastifyReply } from 'fastify'

/** Allows other sites to read what they show of a clip. */
export function openToOtherSites(reply: FastifyReply): void {
  keepFromSearch(reply)
  reply.header('access-control-allow-origin', '*').header('cross-origin-resource-policy', 'cross-origin')
}

/** Keeps the token of an address out of search engines, and out of the requests that the page leads to. */
export function keepFromSearch(reply: FastifyReply): void {
  reply.header('x-robots-tag', 'noindex').header('referrer-policy', 'no-referrer')
}
