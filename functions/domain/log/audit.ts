export const auditActions = ['create', 'update', 'delete', 'restore'] as const
export type AuditAction = (typeof auditActions)[number]

export const resourceTypes = ['item', 'order', 'snapshot'] as const
export type ResourceType = (typeof resourceTypes)[number]
