import { describeWorkload } from '../framework/workload.ts';

describeWorkload('two nodes', '1.36', ['--runtime', 'containerd', '--nodes', '2']);
