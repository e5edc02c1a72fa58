export * from '../en/page-descriptions.ts'
