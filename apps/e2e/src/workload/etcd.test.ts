import { describeWorkload } from '../framework/workload.ts';

describeWorkload('objects in etcd', '1.36', ['--runtime', 'containerd', '--storage', 'etcd']);
