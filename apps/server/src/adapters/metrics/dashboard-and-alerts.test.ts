import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parser } from '@prometheus-io/lezer-promql'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { RECEIPT } from '../../use-cases/testing/test-backend.ts'
import { createMetrics } from './create-metrics.ts'

const PROJECT_ROOT = join(import.meta.dirname, '../../../../..')
const OBSERVABILITY_FOLDER = join(PROJECT_ROOT, 'deploy/observability')
/** Metrics that Prometheus itself adds for each process. */
const PROMETHEUS_METRICS = ['up']
/** Labels that Prometheus and Grafana add to each metric. */
const ADDED_LABELS = ['instance', 'job', 'le']

interface Alert {
  alert: string
  expr: string
  for: string
  labels: { severity: string }
  annotations: { summary: string; runbook: string }
}

interface Panel {
  title: string
  type: string
  targets?: { expr: string; legendFormat: string }[]
}

const metricLabels = await readMetricLabels()
const rules = parse(await readFile(join(OBSERVABILITY_FOLDER, 'alerts.yaml'), 'utf8')) as {
  groups: { rules: Alert[] }[]
}
const alerts = rules.groups.flatMap((group) => group.rules)
const panels = (JSON.parse(await readFile(join(OBSERVABILITY_FOLDER, 'dashboard.json'), 'utf8')) as { panels: Panel[] })
  .panels

/** All metrics of `/metrics` with their labels. Every event is recorded once, so that each metric appears. */
async function readMetricLabels(): Promise<Map<string, Set<string>>> {
  const queue = { waiting: 1, running: 1, oldestAgeSeconds: 1, readyAgeSeconds: 1 }
  const metrics = createMetrics({
    role: 'serve',
    version: '0',
    onMissing: () => undefined,
    sources: {
      stats: async () => ({
        queue: { paid: queue, ordinary: queue },
        emails: { waiting: 1, tried: 0, givenUp: 0, oldestAgeSeconds: 1 },
        clips: { files: 1, bytes: 1 },
      }),
      databaseBytes: async () => 1,
      connections: () => ({ inUse: 1, idle: 1, waiting: 0 }),
      disk: async () => ({ freeBytes: 1, totalBytes: 1 }),
      lastSweepAt: async () => new Date(0),
      lastPaymentRoundAt: async () => new Date(0),
    },
  })
  const { metricsRecorder } = metrics
  metricsRecorder.requestAnswered({ route: '/', method: 'GET', status: 200, seconds: 1 })
  metricsRecorder.requestRefused('busy')
  metricsRecorder.cutEnded({
    format: 'mp4',
    outcome: 'completed',
    code: null,
    receipt: RECEIPT,
    seconds: 1,
    cpuSeconds: 1,
  })
  metricsRecorder.sourceAsked('youtube', 'ok', 1)
  metricsRecorder.paymentAsked('capture', 'ok', 1)
  const labelsByMetric = new Map<string, Set<string>>()
  for (const line of (await metrics.text()).split('\n')) {
    const [, name, labels = ''] = /^(\w+)(?:\{(.*)\})? \S+$/.exec(line) ?? []
    if (name)
      labelsByMetric.set(
        name,
        new Set([
          ...(labelsByMetric.get(name) ?? []),
          ...[...labels.matchAll(/(\w+)="/g)].map(([, label]) => label ?? ''),
        ]),
      )
  }
  return labelsByMetric
}

/** Metric names, labels and syntax errors of an expression. */
function parseExpression(expression: string): { names: string[]; labels: string[]; mistakes: string[] } {
  const names: string[] = []
  const labels: string[] = []
  const mistakes: string[] = []
  parser.parse(expression).iterate({
    enter(node) {
      const text = expression.slice(node.from, node.to)
      if (node.type.isError) mistakes.push(`at ${node.from}: ${text}`)
      if (node.name === 'VectorSelector') names.push(/^\w+/.exec(text)?.[0] ?? text)
      if (node.name === 'LabelName') labels.push(text)
    },
  })
  return { names, labels, mistakes }
}

function expectUnderstood(where: string, expression: string): void {
  const { names, labels, mistakes } = parseExpression(expression)
  expect(mistakes, `${where}: ${expression}`).toEqual([])
  expect(names.length, where).toBeGreaterThan(0)
  const knownLabels = new Set(ADDED_LABELS)
  for (const name of names) {
    if (PROMETHEUS_METRICS.includes(name)) continue
    expect([...metricLabels.keys()], where).toContain(name)
    for (const label of metricLabels.get(name) ?? []) knownLabels.add(label)
  }
  for (const label of labels) expect([...knownLabels], `${where}: ${expression}`).toContain(label)
}

describe('the alert rules', () => {
  it('have a valid syntax and name existing metrics', () => {
    expect(alerts.length).toBeGreaterThan(15)
    expect(new Set(alerts.map(({ alert }) => alert)).size).toBe(alerts.length)
    for (const { alert, expr, labels, for: timeout } of alerts) {
      expectUnderstood(alert, expr)
      expect(timeout).toMatch(/^\d+[smh]$/)
      expect(['page', 'ticket']).toContain(labels.severity)
    }
  })

  it('each link to a section that says what to do', async () => {
    const guide = await readFile(join(PROJECT_ROOT, 'docs/operating.md'), 'utf8')
    const sections = new Map(
      guide
        .split(/^(?=#{2,4} )/m)
        .map(
          (section) =>
            [section.split('\n')[0]?.replace(/^#+ /, '').toLowerCase().replaceAll(' ', '-'), section] as const,
        ),
    )
    for (const { alert, annotations } of alerts) {
      const [page, anchor] = annotations.runbook.split('#')
      expect([page, anchor]).toEqual(['docs/operating.md', alert.toLowerCase()])
      // The section has a heading and at least a sentence.
      expect(sections.get(anchor)?.split('\n').slice(1).join(' ').trim().length ?? 0, alert).toBeGreaterThan(60)
    }
  })
})

describe('the dashboard', () => {
  it('has a valid syntax and names existing metrics', () => {
    const charts = panels.filter(({ type }) => type !== 'row')
    expect(charts.length).toBeGreaterThan(20)
    for (const { title, targets = [] } of charts) {
      expect(targets.length, title).toBeGreaterThan(0)
      for (const { expr, legendFormat } of targets) {
        expectUnderstood(title, expr)
        for (const [, label = ''] of legendFormat.matchAll(/\{\{(\w+)\}\}/g))
          expect([expr, 'role', ...ADDED_LABELS].join(' '), title).toContain(label)
      }
    }
  })

  it('shows each metric of Kerf', () => {
    const names = new Set(
      panels.flatMap(({ targets = [] }) => targets.flatMap(({ expr }) => parseExpression(expr).names)),
    )
    const ownNames = [...metricLabels.keys()]
      .filter((name) => name.startsWith('kerf_'))
      .map((name) => name.replace(/_(bucket|sum|count)$/, ''))
    const missingNames = [...new Set(ownNames)].filter(
      (name) => ![...names].some((queriedName) => queriedName.replace(/_(bucket|sum|count)$/, '') === name),
    )
    expect(missingNames).toEqual([])
  })
})
