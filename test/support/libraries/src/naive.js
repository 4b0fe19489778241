import { NButton, NCard, NConfigProvider, NInput, NSwitch } from 'naive-ui';
import { createApp, h, nextTick } from 'vue';

const content = () => [
  h(NCard, { title: 'Tools' }, () => [
    h(NButton, { type: 'primary' }, () => 'Generate'),
    h(NInput, { placeholder: 'Text' }),
    h(NSwitch, { value: true }),
  ]),
];
createApp({ render: () => h(NConfigProvider, null, content) }).mount('main');
await nextTick();
globalThis.result = ['styles', document.querySelectorAll('style').length > 1];
