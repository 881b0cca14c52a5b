import { describeWorkload } from '../framework/workload.ts';

describeWorkload('a process per component', '1.36', ['--runtime', 'containerd', '--processes']);
