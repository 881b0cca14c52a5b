import type { Filter } from '../http.ts';
import { parseRequestInfo } from '../request-info.ts';

/** Finds out which resource and verb a request is about. @go k8s.io/apiserver/pkg/endpoints/filters#WithRequestInfo */
export const withRequestInfo: Filter = (next) =>
  function answerWithRequestInfo(request) {
    request.info = parseRequestInfo(request.method, request.path, request.query);
    return next(request);
  };
