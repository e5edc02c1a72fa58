import type { Endpoint } from '@kerf/contract/protocol/endpoint'
import {
  type CallScript,
  callScript,
  type ScriptedCall,
  type ScriptedReply,
} from '../../../../../apps/web/src/testing/scripted-call.ts'
import type { Visit } from '../visit.ts'

/** Answers one call of the contract in place of the server. Returns the calls so far, in order. */
export async function scriptCall<E extends Endpoint>(
  visit: Visit,
  endpoint: E,
  reply: ScriptedReply<E>,
): Promise<readonly ScriptedCall<E>[]> {
  const script = callScript(endpoint, reply)
  await addScripts(visit, [script])
  return script.calls
}

/** Answers these calls in place of the server, and signs the visitor in from the next page load on. */
export async function signInWith(visit: Visit, scripts: readonly CallScript[]): Promise<void> {
  const { origin } = new URL(visit.page.url())
  await visit.context.addCookies([{ name: 'kerf_signed_in', value: '1', url: origin }])
  await addScripts(visit, scripts)
}

async function addScripts(
  visit: Visit,
  scripts: readonly Pick<CallScript, 'handle'>[] & readonly { endpoint: Endpoint }[],
): Promise<void> {
  for (const { endpoint, handle } of scripts)
    await visit.answer(`*${endpoint.path.replace(/\{\w+\}/g, '*')}*`, (request) =>
      handle({ method: request.method(), url: new URL(request.url()), body: request.postData() }),
    )
}
