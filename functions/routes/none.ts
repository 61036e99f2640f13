import { nameRoutes } from './route'

export const routes = nameRoutes({
  /** Answers every request that no other route answers. The stack sends every other method and path here. */
  'not-found': { method: 'ANY', path: '/{proxy+}', summary: 'Answer what no route answers', scope: null, status: null },
})
