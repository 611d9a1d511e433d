export { tellSystemd, type Service } from './tell-systemd.ts';
