export const agentPages = {
  "/agent/list": "SM CM FI",
  "/agent/agentLogin": "CM",
  "/agent/agentUnregister": "CM",
};
