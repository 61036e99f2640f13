/** Where the dashboard is, without a slash at its end, such as `https://api.example.com/v1/dashboard`. */
export const dashboardUrl = document.baseURI.replace(/\/$/, '')

/** The path of it, which every page's address begins with. */
export const dashboardPath = new URL(dashboardUrl).pathname

/** The API, such as `https://api.example.com/v1`. */
export const apiUrl = dashboardUrl.replace(/\/dashboard$/, '')
