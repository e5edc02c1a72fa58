import { createDeliverer } from '../use-cases/webhooks/deliver.ts'

const LOOK_EVERY_MILLISECONDS = 1000

/** Sends what people's webhooks are due. Several processes share the work. */
export function startWebhooks(deps: Parameters<typeof createDeliverer>[0]) {
  const deliverer = createDeliverer(deps)
  const timer = setInterval(deliverer.look, LOOK_EVERY_MILLISECONDS)
  return {
    async stop(): Promise<void> {
      clearInterval(timer)
      await deliverer.stop()
    },
  }
}
