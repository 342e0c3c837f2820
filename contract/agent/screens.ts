import type { Screen } from "../screen";

export const agentScreens = [
  {
    path: "/agent",
    title: "代理管理",
    icon: "agent",
    menu: true,
    children: [
      {
        path: "/agent/list",
        title: "代理列表",
        menu: true,
        permission: "agent:agent:view",
        file: "agent/agent-list.tsx",
        acts: [{ title: "新增代理", at: "/agent/list/addAgent", permission: "agent:agent:create" }],
        children: [
          {
            path: "/agent/list/addAgent",
            title: "新增/编辑代理",
            newRecord: { title: "新增代理" },
            permission: "agent:agent:create",
            file: "agent/agent-form.tsx",
          },
          {
            path: "/agent/list/childAgent",
            title: "子账号管理",
            permission: "agent:account:manage",
            file: "agent/account-list.tsx",
          },
        ],
      },
      {
        path: "/agent/agentLogin",
        title: "代理登录记录",
        menu: true,
        permission: "agent:login:view",
        file: "agent/login/agent-login-list.tsx",
      },
      {
        path: "/agent/agentUnregister",
        title: "代理注销审核",
        menu: true,
        permission: "agent:unregister:audit",
        file: "agent/unregister/agent-unregister-list.tsx",
      },
    ],
  },
] as const satisfies readonly Screen[];
