import { Counter, Gauge, type Registry } from 'prom-client'
import type { CountedServer, CountedSocket, MetricsRecorder } from '../../ports/metrics.ts'
import { metricsIn } from './metric-help.ts'

/** Strangers choose the method: any other is one. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** What is asked of this process over HTTP. Routes are patterns, never addresses: no label holds anything that a visitor wrote. */
export function requestCounters(registry: Registry) {
  const registers = [registry]
  const { counter, histogram } = metricsIn(registry)
  const requests = histogram('kerf_http_request_seconds', [0.005, 0.02, 0.1, 0.5, 2, 10], 'route', 'method', 'status')
  const refusals = counter('kerf_http_refusals_total', 'code')
  const sockets = countSockets()
  new Gauge({
    name: 'kerf_http_connections',
    help: 'Open connections to this process.',
    registers,
    collect() {
      this.set(sockets.connections())
    },
  })
  new Counter({
    name: 'kerf_http_sent_bytes_total',
    help: 'Bytes that this process has sent to those who connect to it.',
    registers,
    collect() {
      this.reset()
      this.inc(sockets.sentBytes())
    },
  })
  return {
    watchServer: sockets.watchServer,
    metricsRecorder: {
      requestAnswered({ route, method, status, seconds }) {
        requests.observe({ route, method: METHODS.has(method) ? method : 'other', status }, seconds)
      },
      requestRefused: (code) => refusals.inc({ code }),
    } satisfies Partial<MetricsRecorder>,
  }
}

/** What has gone over a server's connections. Sockets count for themselves: nothing is done while bytes flow. */
function countSockets() {
  const open = new Set<CountedSocket>()
  let sentBefore = 0
  return {
    watchServer(server: CountedServer): void {
      server.on('connection', (socket) => {
        open.add(socket)
        socket.once('close', () => {
          open.delete(socket)
          sentBefore += socket.bytesWritten
        })
      })
    },
    connections: () => open.size,
    sentBytes: () => [...open].reduce((sent, { bytesWritten }) => sent + bytesWritten, sentBefore),
  }
}
