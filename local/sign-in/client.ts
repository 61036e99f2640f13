// The client and the API, as the local provider knows them.

export const clientId = 'inventory-dashboard'
export const audience = 'https://inventory.local/api'
