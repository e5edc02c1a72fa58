import { Counter, Gauge, type Registry } from 'prom-client'
import type { CountedServer, CountedSocket, MetricsRecorder } from '../../ports/metrics.ts'
import { metricsIn } from './metric-help.ts'

/** Methods with a label of their own. All others share one, because clients can invent methods. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** Metrics of HTTP requests. Labels contain patterns of routes, never addresses or other text of a visitor. */
export function createRequestCounters(registry: Registry) {
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

/** Counts a server's connections and sent bytes. Sockets count their own bytes, so no code runs while bytes flow. */
function countSockets() {
  const openSockets = new Set<CountedSocket>()
  let closedSocketsBytes = 0
  return {
    watchServer(server: CountedServer): void {
      server.on('connection', (socket) => {
        openSockets.add(socket)
        socket.once('close', () => {
          openSockets.delete(socket)
          closedSocketsBytes += socket.bytesWritten
        })
      })
    },
    connections: () => openSockets.size,
    sentBytes: () =>
      [...openSockets].reduce((sumBytes, { bytesWritten }) => sumBytes + bytesWritten, closedSocketsBytes),
  }
}
