import type { GroupKind } from '@kubescript/apimachinery';
import type { TableConvertor } from '@kubescript/apiserver';

import {
  admissionregistrationPrinters,
  certificatesPrinters,
  coordinationPrinters,
  flowcontrolPrinters,
  nodeGroupPrinters,
  rbacPrinters,
  resourcePrinters,
  schedulingPrinters,
} from './cluster-printers.ts';
import { withDescriptions } from './columns.ts';
import { corePrinters } from './core-printers.ts';
import { descriptions } from './descriptions.ts';
import { autoscalingPrinters, discoveryPrinters, networkingPrinters, storagePrinters } from './network-printers.ts';
import { appsPrinters, batchPrinters, policyPrinters } from './workload-printers.ts';

const printersByGroup: Readonly<Record<string, Readonly<Record<string, TableConvertor>>>> = {
  '': corePrinters,
  'admissionregistration.k8s.io': admissionregistrationPrinters,
  apps: appsPrinters,
  autoscaling: autoscalingPrinters,
  batch: batchPrinters,
  'certificates.k8s.io': certificatesPrinters,
  'coordination.k8s.io': coordinationPrinters,
  'discovery.k8s.io': discoveryPrinters,
  'flowcontrol.apiserver.k8s.io': flowcontrolPrinters,
  'networking.k8s.io': networkingPrinters,
  'node.k8s.io': nodeGroupPrinters,
  policy: policyPrinters,
  'rbac.authorization.k8s.io': rbacPrinters,
  'resource.k8s.io': resourcePrinters,
  'scheduling.k8s.io': schedulingPrinters,
  'storage.k8s.io': storagePrinters,
};

/** The table of a kind; undefined where there is none. */
export function printerFor({ group, kind }: GroupKind): TableConvertor | undefined {
  const convertor = printersByGroup[group]?.[kind];
  return convertor && withDescriptions(convertor, descriptions[kind]);
}
