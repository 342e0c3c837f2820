/** Every error code of the API with its HTTP status and its Chinese message; `{name}` is filled in by the server (domain E.1). */
export const errors = {
  40000: { status: 400, message: "请求格式错误" },
  40100: { status: 401, message: "登录已过期，请重新登录" },
  40101: { status: 400, message: "邮箱或密码错误" },
  40102: { status: 403, message: "账号已停用" },
  40103: { status: 403, message: "企业微信账号未绑定，请联系管理员" },
  40104: { status: 400, message: "授权失败，请重试" },
  40105: { status: 400, message: "原密码错误" },
  40106: { status: 403, message: "单点登录账号未绑定，请联系管理员" },
  40300: { status: 403, message: "没有操作权限" },
  40301: { status: 403, message: "数据不在您的权限范围内" },
  40302: { status: 403, message: "账号已锁定，请{n}分钟后再试" },
  40303: { status: 403, message: "看板未开放" },
  40400: { status: 404, message: "数据不存在或已被删除" },
  40900: { status: 409, message: "数据已存在：{label}" },
  40901: { status: 409, message: "数据已被他人修改，请刷新" },
  40902: { status: 409, message: "状态已变更，请刷新后重试" },
  40903: { status: 409, message: "已被他人领取" },
  40904: { status: 409, message: "存在关联数据，不能删除（{n}）" },
  40905: { status: 409, message: "已超过可撤销时间" },
  40906: { status: 409, message: "系统中至少保留一名在职的超级管理员" },
  40907: { status: 409, message: "请求编号已用于其他内容" },
  40910: { status: 409, message: "该客户已由【{owner}】跟进（{no}）" },
  40911: { status: 409, message: "该客户在公海，可直接领取" },
  40912: { status: 409, message: "该客户在回收站" },
  40913: { status: 409, message: "已达客户上限（{n}）" },
  40914: { status: 409, message: "今日领取已达上限" },
  40915: { status: 409, message: "{days}天内释放过的客户不能再领取" },
  40916: { status: 409, message: "客户已锁定" },
  40917: { status: 409, message: "客户有进行中的成交" },
  40918: { status: 409, message: "在黑名单中" },
  40919: { status: 409, message: "该客户{days}天无跟进，可接管" },
  40920: { status: 409, message: "存在未结业务：报备{a}、对账单{b}、成交{c}" },
  40921: { status: 409, message: "该客户已被其他渠道报备（{state}）" },
  40922: { status: 409, message: "该房号已有进行中的成交" },
  40923: { status: 409, message: "可售套数不足" },
  40924: { status: 409, message: "币种不一致" },
  40925: { status: 409, message: "已在其他对账单中" },
  40926: { status: 409, message: "子账号已达上限（{n}）" },
  40927: { status: 409, message: "该房号已被锁定" },
  41000: { status: 410, message: "活动已结束" },
  41300: { status: 413, message: "文件超过{n}MB" },
  41500: { status: 415, message: "不支持的文件类型" },
  42200: { status: 422, message: "校验失败" },
  42900: { status: 429, message: "操作过于频繁，请稍后再试" },
  42901: { status: 429, message: "今日查看号码已达上限（{n}）" },
  50000: { status: 500, message: "系统繁忙，请稍后再试" },
  50300: { status: 503, message: "系统繁忙，请稍后再试" },
  50301: { status: 503, message: "服务器存储空间不足，暂时不能保存，请联系管理员" },
} as const;

export type ErrorCode = keyof typeof errors;

/** One field's complaint, as `data.errors` of a 42200 reply carries it. */
export interface FieldError {
  /** Its whole path in the input, e.g. `ext.layout` or `lines.0.amount`. */
  field: string;
  label: string;
  message: string;
}

/** The input's own field of a path. */
export const outerField = (path: string) => path.split(".")[0] ?? path;
