import { describeWorkload } from '../framework/workload.ts';

describeWorkload('one process, embedded store', '1.36', ['--runtime', 'containerd']);
