export * from '../en/guard.ts'
