import type { APIService } from '@kubescript/api/apiregistration/v1';
import { type DeepReadonly, parseTime } from '@kubescript/apimachinery';
import { AgeCell, type TableConvertor } from '@kubescript/apiserver';

import { availableCondition, serviceOf } from '../apis/api-service.ts';

const column = (name: string, description: string, format = ''): TableConvertor['columns'][number] => ({
  name,
  type: 'string',
  format,
  description,
  priority: 0,
});

/** What kubectl prints of APIServices. @go kube-aggregator/pkg/registry/apiservice/etcd#(*REST).ConvertToTable */
export const apiServiceTable: TableConvertor = {
  columns: [
    column('Name', 'The name of the APIService: its version and group.', 'name'),
    column('Service', 'The Service of the extension server, or Local for what this server serves itself.'),
    column('Available', 'Whether requests are served.'),
    column('Age', 'Time since the APIService was made.'),
  ],
  cells(object) {
    const apiService = object as DeepReadonly<APIService>;
    const { name = '', creationTimestamp } = apiService.metadata;
    const service = serviceOf(apiService);
    return [
      name,
      service ? `${service.namespace}/${service.name}` : 'Local',
      availableText(apiService),
      typeof creationTimestamp === 'string' ? new AgeCell(parseTime(creationTimestamp)) : '<unknown>',
    ];
  },
};

function availableText(apiService: DeepReadonly<APIService>): string {
  const condition = availableCondition(apiService);
  if (!condition) return 'Unknown';
  const { status, reason = '' } = condition;
  return status === 'True' || reason === '' ? status : `${status} (${reason})`;
}
