// Generated from GET /api/public/openapi.json by openapi-typescript. Not to be edited: after a change of the public API run
// npx vitest run --project server test/server/site/public-client.test.ts -u

export interface paths {
    "/api/inquiry/public": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * 提交询盘
         * @description 提交询盘：公开
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        kind: ("estate" | "rental" | "visa" | "report" | "general") & ("estate" | "rental" | "visa" | "chat" | "report" | "general");
                        /** 站点公钥 */
                        site_key: string;
                        /** 提交编号 */
                        external_id: string | null;
                        /**
                         * 网址
                         * @default
                         */
                        website?: string;
                        /** 填写用时 */
                        elapsed_ms: number;
                        platform: ("web" | "h5" | "app_ios" | "app_android" | "mini_program" | "wecom" | "agent_portal") & ("web" | "h5" | "app_ios" | "app_android" | "mini_program" | "wecom" | "manual" | "import" | "agent_portal");
                        /** 追踪点 */
                        tracker: string | null;
                        /** 联系人 */
                        name: string | null;
                        /** 区号 */
                        phone_cc: string | null;
                        /** 手机号 */
                        phone: string | null;
                        /** 微信 */
                        wechat: string | null;
                        /** 邮箱 */
                        email: string | null;
                        /**
                         * 方便联系时间
                         * @default any
                         * @enum {string}
                         */
                        contact_time?: "any" | "morning" | "afternoon" | "evening";
                        /** 询盘内容 */
                        content: string | null;
                        /** @default {} */
                        ext?: {
                            [key: string]: unknown;
                        };
                        /** 来源页面 */
                        page_url: string | null;
                        /** 来路 */
                        referrer: string | null;
                        /** UTM来源 */
                        utm_source: string | null;
                        /** UTM媒介 */
                        utm_medium: string | null;
                        /** UTM活动 */
                        utm_campaign: string | null;
                        /** UTM关键词 */
                        utm_term: string | null;
                        /** UTM内容 */
                        utm_content: string | null;
                        /** 设备 */
                        device: ("pc" | "mobile") | null;
                        /** 内容类型 */
                        content_kind: ("article" | "seo_article" | "encyclopaedia" | "city_intro" | "investment" | "video" | "report" | "special") | null;
                        /** 内容 */
                        content_id: number | null;
                        /** 意向房源 */
                        estate_id: number | null;
                        /** 意向户型 */
                        room_id: number | null;
                        /** 意向楼栋 */
                        mansion_id: number | null;
                        /** 注册用户 */
                        customer_user_id: number | null;
                    };
                };
            };
            responses: {
                /** @description 成功 */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            message: string;
                            data: {
                                inquiry_no: string;
                            };
                        };
                    };
                };
                /** @description 失败 */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            message: string;
                            data: unknown;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/public/track": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * 上报访问
         * @description 上报访问：公开
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** 编码 */
                        code: string | null;
                        /** 内容类型 */
                        kind: ("article" | "seo_article" | "encyclopaedia" | "city_intro" | "investment" | "video" | "report" | "special" | "estate" | "banner") | null;
                        /** 内容 */
                        id: number | null;
                        /**
                         * 类型
                         * @enum {string}
                         */
                        type: "pv" | "view" | "click" | "impression" | "play" | "share" | "like" | "search";
                        /** 访客标识 */
                        visitor: string | null;
                        /** 页面地址 */
                        page_url: string | null;
                        /** 搜索词 */
                        keyword: string | null;
                        /** 平台 */
                        platform: ("web" | "h5" | "app_ios" | "app_android" | "mini_program") | null;
                        /** 结果数 */
                        result_count: number | null;
                    };
                };
            };
            responses: {
                /** @description 已收到 */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description 失败 */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            message: string;
                            data: unknown;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/public/article": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * 资讯列表（公开）
         * @description 资讯列表（公开）：公开
         */
        get: {
            parameters: {
                query?: {
                    page?: number;
                    page_size?: number;
                    category?: string;
                    tag?: string;
                    district?: number;
                    is_recommend?: "1";
                    lang?: "zh" | "zh_tw" | "ja" | "en";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description 成功 */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            message: string;
                            data: {
                                list: {
                                    slug: string;
                                    title: string;
                                    sub_title: string | null;
                                    cover: string | null;
                                    cover_set: {
                                        srcset: string;
                                        width: number | null;
                                        height: number | null;
                                        focus: {
                                            x: number;
                                            y: number;
                                        } | null;
                                        alt: string | null;
                                    } | null;
                                    summary: string;
                                    category: {
                                        slug: string;
                                        name: string;
                                    } | null;
                                    tags: {
                                        slug: string;
                                        name: string;
                                        color: string;
                                    }[];
                                    author: string | null;
                                    publish_at: string;
                                    is_top: boolean;
                                    is_recommend: boolean;
                                    lang: string;
                                }[];
                                total: number;
                                total_capped: boolean;
                                page: number;
                                page_size: number;
                                groups?: {
                                    value: string | null;
                                    count: number;
                                    count_capped: boolean;
                                }[];
                            };
                        };
                    };
                };
                /** @description 内容未变（If-None-Match，或 If-Modified-Since 与上次的 Last-Modified 相同） */
                304: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description 失败 */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            message: string;
                            data: unknown;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/public/article/{slug}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * 资讯详情（公开）
         * @description 资讯详情（公开）：公开
         */
        get: {
            parameters: {
                query?: {
                    preview?: string;
                };
                header?: never;
                path: {
                    slug: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description 成功 */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            message: string;
                            data: {
                                slug: string;
                                title: string;
                                sub_title: string | null;
                                cover: string | null;
                                cover_set: {
                                    srcset: string;
                                    width: number | null;
                                    height: number | null;
                                    focus: {
                                        x: number;
                                        y: number;
                                    } | null;
                                    alt: string | null;
                                } | null;
                                summary: string;
                                category: {
                                    slug: string;
                                    name: string;
                                } | null;
                                tags: {
                                    slug: string;
                                    name: string;
                                    color: string;
                                }[];
                                author: string | null;
                                publish_at: string;
                                is_top: boolean;
                                is_recommend: boolean;
                                lang: string;
                                id: number;
                                content: string;
                                source: string | null;
                                source_url: string | null;
                                related_estates: {
                                    id: number;
                                    slug: string;
                                    title: string;
                                    cover: string | null;
                                    cover_set: {
                                        srcset: string;
                                        width: number | null;
                                        height: number | null;
                                        focus: {
                                            x: number;
                                            y: number;
                                        } | null;
                                        alt: string | null;
                                    } | null;
                                    facts: {
                                        label: string;
                                        value: string;
                                    }[];
                                    url: string | null;
                                }[];
                                seo: {
                                    title: string;
                                    desc: string | null;
                                    keywords: string[];
                                    canonical: string | null;
                                    json_ld: string;
                                };
                                alternates: {
                                    lang: string;
                                    slug: string;
                                    url: string | null;
                                }[];
                                hreflang: {
                                    hreflang: string;
                                    url: string;
                                }[];
                            };
                        };
                    };
                };
                /** @description 已改用新的网址别名 */
                301: {
                    headers: {
                        location: string;
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description 内容未变（If-None-Match，或 If-Modified-Since 与上次的 Last-Modified 相同） */
                304: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description 失败 */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            message: string;
                            data: unknown;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/public/category": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * 资讯分类（公开）
         * @description 资讯分类（公开）：公开
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description 成功 */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            message: string;
                            data: {
                                slug: string;
                                name: string;
                                id: number;
                                children: {
                                    slug: string;
                                    name: string;
                                    id: number;
                                }[];
                            }[];
                        };
                    };
                };
                /** @description 内容未变（If-None-Match，或 If-Modified-Since 与上次的 Last-Modified 相同） */
                304: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description 失败 */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            message: string;
                            data: unknown;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/public/tag": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * 资讯标签（公开）
         * @description 资讯标签（公开）：公开
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description 成功 */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            message: string;
                            data: {
                                slug: string;
                                name: string;
                                id: number;
                                color: string;
                            }[];
                        };
                    };
                };
                /** @description 内容未变（If-None-Match，或 If-Modified-Since 与上次的 Last-Modified 相同） */
                304: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description 失败 */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            message: string;
                            data: unknown;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/public/keyword": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * 搜索词（公开）
         * @description 搜索词（公开）：公开
         */
        get: {
            parameters: {
                query?: {
                    platform?: "web" | "h5" | "app_ios" | "app_android" | "mini_program";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description 成功 */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            message: string;
                            data: {
                                default: string[];
                                hot: {
                                    word: string;
                                    url: string | null;
                                }[];
                                synonyms: {
                                    [key: string]: string;
                                };
                            };
                        };
                    };
                };
                /** @description 内容未变（If-None-Match，或 If-Modified-Since 与上次的 Last-Modified 相同） */
                304: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description 失败 */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            message: string;
                            data: unknown;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/public/carousel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * 轮播图（公开）
         * @description 轮播图（公开）：公开
         */
        get: {
            parameters: {
                query: {
                    platform: "web" | "h5" | "app_ios" | "app_android" | "mini_program";
                    position: "home_top" | "home_middle" | "list_top" | "detail_side" | "app_splash" | "app_popup";
                    country?: string;
                    lang?: "zh" | "zh_tw" | "ja" | "en";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description 成功 */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            message: string;
                            data: {
                                id: number;
                                title: string;
                                image: string;
                                image_set: {
                                    srcset: string;
                                    width: number | null;
                                    height: number | null;
                                    focus: {
                                        x: number;
                                        y: number;
                                    } | null;
                                    alt: string | null;
                                } | null;
                                image_mobile: string | null;
                                image_mobile_set: {
                                    srcset: string;
                                    width: number | null;
                                    height: number | null;
                                    focus: {
                                        x: number;
                                        y: number;
                                    } | null;
                                    alt: string | null;
                                } | null;
                                link: {
                                    /** @enum {string} */
                                    type: "none" | "url" | "estate" | "article" | "special" | "city" | "video";
                                    value: string | null;
                                    url: string | null;
                                };
                                sort: number;
                            }[];
                        };
                    };
                };
                /** @description 内容未变（If-None-Match，或 If-Modified-Since 与上次的 Last-Modified 相同） */
                304: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description 失败 */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            message: string;
                            data: unknown;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/public/home-section": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * 首页版块（公开）
         * @description 首页版块（公开）：公开
         */
        get: {
            parameters: {
                query: {
                    platform: "web" | "h5" | "app_ios" | "app_android" | "mini_program";
                    lang?: "zh" | "zh_tw" | "ja" | "en";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description 成功 */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            message: string;
                            data: {
                                code: string;
                                title: string;
                                sub_title: string | null;
                                /** @enum {string} */
                                type: "estate" | "mansion" | "article" | "video" | "investment" | "city" | "special" | "broker";
                                /** @enum {string} */
                                layout: "grid" | "carousel" | "list";
                                more_link: string | null;
                                items: {
                                    id: number;
                                    slug: string | null;
                                    title: string;
                                    cover: string | null;
                                    facts: {
                                        label: string;
                                        value: string;
                                    }[];
                                    url: string | null;
                                    /** @enum {string} */
                                    type: "estate" | "mansion" | "article" | "video" | "investment" | "city" | "special" | "broker";
                                }[];
                            }[];
                        };
                    };
                };
                /** @description 内容未变（If-None-Match，或 If-Modified-Since 与上次的 Last-Modified 相同） */
                304: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description 失败 */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            message: string;
                            data: unknown;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/public/video": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * 视频列表（公开）
         * @description 视频列表（公开）：公开
         */
        get: {
            parameters: {
                query?: {
                    page?: number;
                    page_size?: number;
                    type?: "estate" | "city" | "course" | "interview" | "vlog";
                    district?: number;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description 成功 */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            message: string;
                            data: {
                                list: {
                                    id: number;
                                    title: string;
                                    type: ("estate" | "city" | "course" | "interview" | "vlog") | null;
                                    cover: string | null;
                                    cover_set: {
                                        srcset: string;
                                        width: number | null;
                                        height: number | null;
                                        focus: {
                                            x: number;
                                            y: number;
                                        } | null;
                                        alt: string | null;
                                    } | null;
                                    duration: number | null;
                                    /** @enum {string} */
                                    source: "upload" | "link";
                                    url: string | null;
                                    description: string | null;
                                    tags: string[];
                                    district: {
                                        id: number;
                                        name: string;
                                    } | null;
                                    estates: {
                                        id: number;
                                        slug: string;
                                        title: string;
                                        cover: string | null;
                                        cover_set: {
                                            srcset: string;
                                            width: number | null;
                                            height: number | null;
                                            focus: {
                                                x: number;
                                                y: number;
                                            } | null;
                                            alt: string | null;
                                        } | null;
                                        facts: {
                                            label: string;
                                            value: string;
                                        }[];
                                        url: string | null;
                                    }[];
                                    publish_at: string;
                                }[];
                                total: number;
                                total_capped: boolean;
                                page: number;
                                page_size: number;
                                groups?: {
                                    value: string | null;
                                    count: number;
                                    count_capped: boolean;
                                }[];
                            };
                        };
                    };
                };
                /** @description 内容未变（If-None-Match，或 If-Modified-Since 与上次的 Last-Modified 相同） */
                304: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description 失败 */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            message: string;
                            data: unknown;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/public/video/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * 视频详情（公开）
         * @description 视频详情（公开）：公开
         */
        get: {
            parameters: {
                query?: {
                    preview?: string;
                };
                header?: never;
                path: {
                    id: number;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description 成功 */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            message: string;
                            data: {
                                id: number;
                                title: string;
                                type: ("estate" | "city" | "course" | "interview" | "vlog") | null;
                                cover: string | null;
                                cover_set: {
                                    srcset: string;
                                    width: number | null;
                                    height: number | null;
                                    focus: {
                                        x: number;
                                        y: number;
                                    } | null;
                                    alt: string | null;
                                } | null;
                                duration: number | null;
                                /** @enum {string} */
                                source: "upload" | "link";
                                url: string | null;
                                description: string | null;
                                tags: string[];
                                district: {
                                    id: number;
                                    name: string;
                                } | null;
                                estates: {
                                    id: number;
                                    slug: string;
                                    title: string;
                                    cover: string | null;
                                    cover_set: {
                                        srcset: string;
                                        width: number | null;
                                        height: number | null;
                                        focus: {
                                            x: number;
                                            y: number;
                                        } | null;
                                        alt: string | null;
                                    } | null;
                                    facts: {
                                        label: string;
                                        value: string;
                                    }[];
                                    url: string | null;
                                }[];
                                publish_at: string;
                            };
                        };
                    };
                };
                /** @description 内容未变（If-None-Match，或 If-Modified-Since 与上次的 Last-Modified 相同） */
                304: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description 失败 */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            message: string;
                            data: unknown;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/public/investment": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * 投资专栏列表（公开）
         * @description 投资专栏列表（公开）：公开
         */
        get: {
            parameters: {
                query?: {
                    page?: number;
                    page_size?: number;
                    country?: string[];
                    district?: number;
                    category?: "market" | "policy" | "tax" | "yield" | "loan" | "guide" | "case";
                    lang?: "zh" | "zh_tw" | "ja" | "en";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description 成功 */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            message: string;
                            data: {
                                list: {
                                    id: number;
                                    title: string;
                                    country: string | null;
                                    district: {
                                        id: number;
                                        name: string;
                                    } | null;
                                    category: ("market" | "policy" | "tax" | "yield" | "loan" | "guide" | "case") | null;
                                    cover: string | null;
                                    cover_set: {
                                        srcset: string;
                                        width: number | null;
                                        height: number | null;
                                        focus: {
                                            x: number;
                                            y: number;
                                        } | null;
                                        alt: string | null;
                                    } | null;
                                    summary: string;
                                    metrics: {
                                        name: string;
                                        value: string;
                                        unit: string | null;
                                        /** @enum {string} */
                                        trend: "up" | "down" | "flat";
                                    }[];
                                    lang: string;
                                    publish_at: string;
                                }[];
                                total: number;
                                total_capped: boolean;
                                page: number;
                                page_size: number;
                                groups?: {
                                    value: string | null;
                                    count: number;
                                    count_capped: boolean;
                                }[];
                            };
                        };
                    };
                };
                /** @description 内容未变（If-None-Match，或 If-Modified-Since 与上次的 Last-Modified 相同） */
                304: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description 失败 */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            message: string;
                            data: unknown;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/public/investment/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * 投资专栏详情（公开）
         * @description 投资专栏详情（公开）：公开
         */
        get: {
            parameters: {
                query?: {
                    preview?: string;
                };
                header?: never;
                path: {
                    id: number;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description 成功 */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            message: string;
                            data: {
                                id: number;
                                title: string;
                                country: string | null;
                                district: {
                                    id: number;
                                    name: string;
                                } | null;
                                category: ("market" | "policy" | "tax" | "yield" | "loan" | "guide" | "case") | null;
                                cover: string | null;
                                cover_set: {
                                    srcset: string;
                                    width: number | null;
                                    height: number | null;
                                    focus: {
                                        x: number;
                                        y: number;
                                    } | null;
                                    alt: string | null;
                                } | null;
                                summary: string;
                                metrics: {
                                    name: string;
                                    value: string;
                                    unit: string | null;
                                    /** @enum {string} */
                                    trend: "up" | "down" | "flat";
                                }[];
                                lang: string;
                                publish_at: string;
                                content: string;
                                calculator_defaults: {
                                    currency: string | null;
                                    price: string | null;
                                    rent: string | null;
                                    cost_rate: number | null;
                                    loan_ratio: number | null;
                                    loan_rate: number | null;
                                    years: number | null;
                                };
                                estates: {
                                    id: number;
                                    slug: string;
                                    title: string;
                                    cover: string | null;
                                    cover_set: {
                                        srcset: string;
                                        width: number | null;
                                        height: number | null;
                                        focus: {
                                            x: number;
                                            y: number;
                                        } | null;
                                        alt: string | null;
                                    } | null;
                                    facts: {
                                        label: string;
                                        value: string;
                                    }[];
                                    url: string | null;
                                }[];
                                seo: {
                                    title: string;
                                    desc: string | null;
                                    keywords: string[];
                                    canonical: string | null;
                                    json_ld: string;
                                };
                                alternates: {
                                    lang: string;
                                    slug: string;
                                    url: string | null;
                                }[];
                                hreflang: {
                                    hreflang: string;
                                    url: string;
                                }[];
                            };
                        };
                    };
                };
                /** @description 内容未变（If-None-Match，或 If-Modified-Since 与上次的 Last-Modified 相同） */
                304: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description 失败 */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            message: string;
                            data: unknown;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/public/report": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * 趋势报告列表（公开）
         * @description 趋势报告列表（公开）：公开
         */
        get: {
            parameters: {
                query?: {
                    page?: number;
                    page_size?: number;
                    country?: string[];
                    district?: number;
                    category?: "price" | "rent" | "policy" | "annual";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description 成功 */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            message: string;
                            data: {
                                list: {
                                    id: number;
                                    title: string;
                                    period: string | null;
                                    country: string | null;
                                    district: {
                                        id: number;
                                        name: string;
                                    } | null;
                                    category: ("price" | "rent" | "policy" | "annual") | null;
                                    cover: string | null;
                                    cover_set: {
                                        srcset: string;
                                        width: number | null;
                                        height: number | null;
                                        focus: {
                                            x: number;
                                            y: number;
                                        } | null;
                                        alt: string | null;
                                    } | null;
                                    summary: string | null;
                                    need_contact: boolean;
                                    pages: number | null;
                                    size: number | null;
                                    publish_at: string;
                                }[];
                                total: number;
                                total_capped: boolean;
                                page: number;
                                page_size: number;
                                groups?: {
                                    value: string | null;
                                    count: number;
                                    count_capped: boolean;
                                }[];
                            };
                        };
                    };
                };
                /** @description 内容未变（If-None-Match，或 If-Modified-Since 与上次的 Last-Modified 相同） */
                304: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description 失败 */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            message: string;
                            data: unknown;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/public/report/{id}/download": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * 下载趋势报告
         * @description 下载趋势报告：公开
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: number;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** 姓名 */
                        name: string | null;
                        /** 区号 */
                        phone_cc: string | null;
                        /** 手机号 */
                        phone: string | null;
                        /** 邮箱 */
                        email: string | null;
                        /** 追踪点 */
                        tracker: string | null;
                        /**
                         * 来源平台
                         * @default web
                         * @enum {string}
                         */
                        platform?: "web" | "h5" | "app_ios" | "app_android" | "mini_program" | "wecom" | "manual" | "import" | "agent_portal";
                        /** 来源页面 */
                        page_url: string | null;
                        /** 提交编号 */
                        external_id: string | null;
                        /**
                         * 网址
                         * @default
                         */
                        website?: string;
                    };
                };
            };
            responses: {
                /** @description 成功 */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            message: string;
                            data: {
                                url: string;
                                expires_at: string;
                            };
                        };
                    };
                };
                /** @description 失败 */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            message: string;
                            data: unknown;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/public/city": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * 城市介绍列表（公开）
         * @description 城市介绍列表（公开）：公开
         */
        get: {
            parameters: {
                query?: {
                    page?: number;
                    page_size?: number;
                    country?: string;
                    lang?: "zh" | "zh_tw" | "ja" | "en";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description 成功 */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            message: string;
                            data: {
                                list: {
                                    slug: string;
                                    title: string;
                                    district: {
                                        id: number;
                                        name: string;
                                        country: string;
                                    };
                                    banner: string | null;
                                    banner_set: {
                                        srcset: string;
                                        width: number | null;
                                        height: number | null;
                                        focus: {
                                            x: number;
                                            y: number;
                                        } | null;
                                        alt: string | null;
                                    } | null;
                                    summary: string;
                                    lang: string;
                                }[];
                                total: number;
                                total_capped: boolean;
                                page: number;
                                page_size: number;
                                groups?: {
                                    value: string | null;
                                    count: number;
                                    count_capped: boolean;
                                }[];
                            };
                        };
                    };
                };
                /** @description 内容未变（If-None-Match，或 If-Modified-Since 与上次的 Last-Modified 相同） */
                304: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description 失败 */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            message: string;
                            data: unknown;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/public/city/{slug}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * 城市介绍详情（公开）
         * @description 城市介绍详情（公开）：公开
         */
        get: {
            parameters: {
                query?: {
                    preview?: string;
                };
                header?: never;
                path: {
                    slug: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description 成功 */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            message: string;
                            data: {
                                slug: string;
                                title: string;
                                district: {
                                    id: number;
                                    name: string;
                                    country: string;
                                };
                                banner: string | null;
                                banner_set: {
                                    srcset: string;
                                    width: number | null;
                                    height: number | null;
                                    focus: {
                                        x: number;
                                        y: number;
                                    } | null;
                                    alt: string | null;
                                } | null;
                                summary: string;
                                lang: string;
                                id: number;
                                sections: {
                                    key: string;
                                    title: string;
                                    content: string;
                                }[];
                                stats: {
                                    label: string;
                                    value: string;
                                    unit: string | null;
                                    year: number | null;
                                }[];
                                gallery: string[];
                                seo: {
                                    title: string;
                                    desc: string | null;
                                    keywords: string[];
                                    canonical: string | null;
                                    json_ld: string;
                                };
                                alternates: {
                                    lang: string;
                                    slug: string;
                                    url: string | null;
                                }[];
                                hreflang: {
                                    hreflang: string;
                                    url: string;
                                }[];
                            };
                        };
                    };
                };
                /** @description 已改用新的网址别名 */
                301: {
                    headers: {
                        location: string;
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description 内容未变（If-None-Match，或 If-Modified-Since 与上次的 Last-Modified 相同） */
                304: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description 失败 */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            message: string;
                            data: unknown;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/public/city/{slug}/encyclopaedia": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * 城市百科列表（公开）
         * @description 城市百科列表（公开）：公开
         */
        get: {
            parameters: {
                query?: {
                    page?: number;
                    page_size?: number;
                    category?: "buying" | "tax" | "loan" | "law" | "visa" | "education" | "life" | "investment";
                    lang?: "zh" | "zh_tw" | "ja" | "en";
                };
                header?: never;
                path: {
                    slug: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description 成功 */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            message: string;
                            data: {
                                list: {
                                    slug: string;
                                    title: string;
                                    category: string | null;
                                    category_name: string | null;
                                    cover: string | null;
                                    cover_set: {
                                        srcset: string;
                                        width: number | null;
                                        height: number | null;
                                        focus: {
                                            x: number;
                                            y: number;
                                        } | null;
                                        alt: string | null;
                                    } | null;
                                    summary: string;
                                    publish_at: string;
                                    lang: string;
                                }[];
                                total: number;
                                total_capped: boolean;
                                page: number;
                                page_size: number;
                                groups?: {
                                    value: string | null;
                                    count: number;
                                    count_capped: boolean;
                                }[];
                            };
                        };
                    };
                };
                /** @description 已改用新的网址别名 */
                301: {
                    headers: {
                        location: string;
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description 内容未变（If-None-Match，或 If-Modified-Since 与上次的 Last-Modified 相同） */
                304: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description 失败 */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            message: string;
                            data: unknown;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/public/encyclopaedia/{slug}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * 百科文章详情（公开）
         * @description 百科文章详情（公开）：公开
         */
        get: {
            parameters: {
                query?: {
                    preview?: string;
                };
                header?: never;
                path: {
                    slug: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description 成功 */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            message: string;
                            data: {
                                slug: string;
                                title: string;
                                category: string | null;
                                category_name: string | null;
                                cover: string | null;
                                cover_set: {
                                    srcset: string;
                                    width: number | null;
                                    height: number | null;
                                    focus: {
                                        x: number;
                                        y: number;
                                    } | null;
                                    alt: string | null;
                                } | null;
                                summary: string;
                                publish_at: string;
                                lang: string;
                                id: number;
                                content: string;
                                city: {
                                    slug: string;
                                    title: string;
                                } | null;
                                tags: {
                                    slug: string;
                                    name: string;
                                }[];
                                related: {
                                    slug: string;
                                    title: string;
                                    category: string | null;
                                    category_name: string | null;
                                    cover: string | null;
                                    cover_set: {
                                        srcset: string;
                                        width: number | null;
                                        height: number | null;
                                        focus: {
                                            x: number;
                                            y: number;
                                        } | null;
                                        alt: string | null;
                                    } | null;
                                    summary: string;
                                    publish_at: string;
                                    lang: string;
                                }[];
                                seo: {
                                    title: string;
                                    desc: string | null;
                                    keywords: string[];
                                    canonical: string | null;
                                    json_ld: string;
                                };
                                alternates: {
                                    lang: string;
                                    slug: string;
                                    url: string | null;
                                }[];
                                hreflang: {
                                    hreflang: string;
                                    url: string;
                                }[];
                            };
                        };
                    };
                };
                /** @description 已改用新的网址别名 */
                301: {
                    headers: {
                        location: string;
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description 内容未变（If-None-Match，或 If-Modified-Since 与上次的 Last-Modified 相同） */
                304: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description 失败 */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            message: string;
                            data: unknown;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/public/seo/article": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * SEO文章列表（公开）
         * @description SEO文章列表（公开）：公开
         */
        get: {
            parameters: {
                query?: {
                    page?: number;
                    page_size?: number;
                    tag?: string;
                    district?: number;
                    lang?: "zh" | "zh_tw" | "ja" | "en";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description 成功 */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            message: string;
                            data: {
                                list: {
                                    slug: string;
                                    title: string;
                                    cover: string | null;
                                    cover_set: {
                                        srcset: string;
                                        width: number | null;
                                        height: number | null;
                                        focus: {
                                            x: number;
                                            y: number;
                                        } | null;
                                        alt: string | null;
                                    } | null;
                                    summary: string;
                                    author: string | null;
                                    district: {
                                        id: number;
                                        name: string;
                                        country: string;
                                    } | null;
                                    publish_at: string;
                                    lang: string;
                                }[];
                                total: number;
                                total_capped: boolean;
                                page: number;
                                page_size: number;
                                groups?: {
                                    value: string | null;
                                    count: number;
                                    count_capped: boolean;
                                }[];
                            };
                        };
                    };
                };
                /** @description 内容未变（If-None-Match，或 If-Modified-Since 与上次的 Last-Modified 相同） */
                304: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description 失败 */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            message: string;
                            data: unknown;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/public/seo/article/{slug}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * SEO文章详情（公开）
         * @description SEO文章详情（公开）：公开
         */
        get: {
            parameters: {
                query?: {
                    preview?: string;
                };
                header?: never;
                path: {
                    slug: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description 成功 */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            message: string;
                            data: {
                                slug: string;
                                title: string;
                                cover: string | null;
                                cover_set: {
                                    srcset: string;
                                    width: number | null;
                                    height: number | null;
                                    focus: {
                                        x: number;
                                        y: number;
                                    } | null;
                                    alt: string | null;
                                } | null;
                                summary: string;
                                author: string | null;
                                district: {
                                    id: number;
                                    name: string;
                                    country: string;
                                } | null;
                                publish_at: string;
                                lang: string;
                                id: number;
                                content: string;
                                faq: {
                                    q: string;
                                    a: string;
                                }[];
                                tags: {
                                    slug: string;
                                    name: string;
                                }[];
                                related: {
                                    slug: string;
                                    title: string;
                                    cover: string | null;
                                    cover_set: {
                                        srcset: string;
                                        width: number | null;
                                        height: number | null;
                                        focus: {
                                            x: number;
                                            y: number;
                                        } | null;
                                        alt: string | null;
                                    } | null;
                                    summary: string;
                                    author: string | null;
                                    district: {
                                        id: number;
                                        name: string;
                                        country: string;
                                    } | null;
                                    publish_at: string;
                                    lang: string;
                                }[];
                                seo: {
                                    title: string;
                                    desc: string | null;
                                    keywords: string[];
                                    canonical: string | null;
                                    json_ld: string;
                                };
                                alternates: {
                                    lang: string;
                                    slug: string;
                                    url: string | null;
                                }[];
                                hreflang: {
                                    hreflang: string;
                                    url: string;
                                }[];
                            };
                        };
                    };
                };
                /** @description 已改用新的网址别名 */
                301: {
                    headers: {
                        location: string;
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description 内容未变（If-None-Match，或 If-Modified-Since 与上次的 Last-Modified 相同） */
                304: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description 失败 */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            message: string;
                            data: unknown;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/public/seo/redirect": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * 主站页面跳转（公开）
         * @description 主站页面跳转（公开）：公开
         */
        get: {
            parameters: {
                query: {
                    path: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description 成功 */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            message: string;
                            data: {
                                to: string;
                                url: string | null;
                            };
                        };
                    };
                };
                /** @description 内容未变（If-None-Match，或 If-Modified-Since 与上次的 Last-Modified 相同） */
                304: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description 失败 */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            message: string;
                            data: unknown;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/public/seo/page": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * 页面SEO（公开）
         * @description 页面SEO（公开）：公开
         */
        get: {
            parameters: {
                query: {
                    page_type: "home" | "city" | "district" | "estate_list" | "estate_detail" | "mansion" | "article" | "encyclopaedia" | "special";
                    country?: string;
                    district_id?: number;
                    tag?: string;
                    estate?: string;
                    lang?: "zh" | "zh_tw" | "ja" | "en";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description 成功 */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            message: string;
                            data: {
                                title: string;
                                desc: string | null;
                                keywords: string[];
                                canonical: string | null;
                                /** @enum {string} */
                                robots: "index,follow" | "noindex,follow";
                                json_ld: string;
                                sections: {
                                    code: string;
                                    name: string;
                                    position: string | null;
                                    type: string;
                                    content: {
                                        links: {
                                            text: string;
                                            url: string;
                                        }[];
                                    } | {
                                        text: string;
                                    } | {
                                        faq: {
                                            q: string;
                                            a: string;
                                        }[];
                                    } | {
                                        estates: {
                                            id: number;
                                            slug: string;
                                            title: string;
                                            cover: string | null;
                                            cover_set: {
                                                srcset: string;
                                                width: number | null;
                                                height: number | null;
                                                focus: {
                                                    x: number;
                                                    y: number;
                                                } | null;
                                                alt: string | null;
                                            } | null;
                                            facts: {
                                                label: string;
                                                value: string;
                                            }[];
                                            url: string | null;
                                        }[];
                                    } | {
                                        tags: {
                                            slug: string;
                                            name: string;
                                            count: number;
                                            url: string | null;
                                        }[];
                                    };
                                }[];
                                tags: {
                                    slug: string;
                                    name: string;
                                    count: number;
                                    url: string | null;
                                }[];
                                inlinks: {
                                    text: string;
                                    url: string;
                                    max: number;
                                }[];
                            };
                        };
                    };
                };
                /** @description 内容未变（If-None-Match，或 If-Modified-Since 与上次的 Last-Modified 相同） */
                304: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description 失败 */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            message: string;
                            data: unknown;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/public/seo/tag/{slug}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * SEO标签（公开）
         * @description SEO标签（公开）：公开
         */
        get: {
            parameters: {
                query?: {
                    lang?: "zh" | "zh_tw" | "ja" | "en";
                };
                header?: never;
                path: {
                    slug: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description 成功 */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            message: string;
                            data: {
                                title: string;
                                desc: string | null;
                                keywords: string[];
                                canonical: string | null;
                                /** @enum {string} */
                                robots: "index,follow" | "noindex,follow";
                                json_ld: string;
                                slug: string;
                                name: string;
                                type: string;
                                filter: {
                                    keyword?: string;
                                    country?: string[];
                                    district_id?: number[];
                                    property_type?: ("tower" | "apartment" | "detached" | "villa" | "townhouse" | "whole_building" | "commercial" | "office" | "hotel" | "land")[];
                                    layout?: ("studio" | "1K" | "1DK" | "1LDK" | "2LDK" | "3LDK" | "4LDK+" | "other")[];
                                    price_min?: string;
                                    price_max?: string;
                                    /** 币种 */
                                    currency?: string;
                                    area_min?: number;
                                    area_max?: number;
                                    yield_min?: number;
                                    completion_min?: string;
                                    completion_max?: string;
                                    walk_max?: number;
                                    sale_status?: ("upcoming" | "on_sale" | "last_units" | "sold_out" | "ended")[];
                                    /** 热门 */
                                    is_hot?: boolean;
                                    /** 推荐 */
                                    is_recommend?: boolean;
                                };
                                count: number;
                            };
                        };
                    };
                };
                /** @description 已改用新的网址别名 */
                301: {
                    headers: {
                        location: string;
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description 内容未变（If-None-Match，或 If-Modified-Since 与上次的 Last-Modified 相同） */
                304: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description 失败 */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            message: string;
                            data: unknown;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/public/estate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * 房源列表（公开）
         * @description 房源列表（公开）：公开
         */
        get: {
            parameters: {
                query?: {
                    page?: number;
                    page_size?: number;
                    keyword?: string;
                    country?: string[];
                    district_id?: number[];
                    property_type?: ("tower" | "apartment" | "detached" | "villa" | "townhouse" | "whole_building" | "commercial" | "office" | "hotel" | "land")[];
                    layout?: ("studio" | "1K" | "1DK" | "1LDK" | "2LDK" | "3LDK" | "4LDK+" | "other")[];
                    price_min?: string;
                    price_max?: string;
                    currency?: string;
                    area_min?: number;
                    area_max?: number;
                    yield_min?: number;
                    completion_min?: string;
                    completion_max?: string;
                    walk_max?: number;
                    sale_status?: ("upcoming" | "on_sale" | "last_units" | "sold_out" | "ended")[];
                    is_hot?: boolean;
                    is_recommend?: boolean;
                    bbox?: string;
                    tag?: string;
                    sort?: "sort" | "-sort" | "created_at" | "-created_at" | "price_min" | "-price_min" | "gross_yield" | "-gross_yield" | "completion_at" | "-completion_at";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description 成功 */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            message: string;
                            data: {
                                list: {
                                    id: number;
                                    slug: string;
                                    title: string;
                                    cover: string | null;
                                    cover_set: {
                                        srcset: string;
                                        width: number | null;
                                        height: number | null;
                                        focus: {
                                            x: number;
                                            y: number;
                                        } | null;
                                        alt: string | null;
                                    } | null;
                                    facts: {
                                        label: string;
                                        value: string;
                                    }[];
                                    url: string | null;
                                }[];
                                total: number;
                                total_capped: boolean;
                                page: number;
                                page_size: number;
                                groups?: {
                                    value: string | null;
                                    count: number;
                                    count_capped: boolean;
                                }[];
                            };
                        };
                    };
                };
                /** @description 内容未变（If-None-Match，或 If-Modified-Since 与上次的 Last-Modified 相同） */
                304: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description 失败 */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            message: string;
                            data: unknown;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/public/estate/{slug}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * 房源详情（公开）
         * @description 房源详情（公开）：公开
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    slug: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description 成功 */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            message: string;
                            data: {
                                /** 楼盘名称 */
                                name: string;
                                /** 原文名 */
                                name_local: string | null;
                                /** 英文名 */
                                name_en: string | null;
                                /** 物业类型 */
                                property_type: ("tower" | "apartment" | "detached" | "villa" | "townhouse" | "whole_building" | "commercial" | "office" | "hotel" | "land") | null;
                                /** 销售状态 */
                                sale_status: ("upcoming" | "on_sale" | "last_units" | "sold_out" | "ended") | null;
                                /** 国家/地区 */
                                country_code: string;
                                /** 地址 */
                                address: string | null;
                                /** 原文地址 */
                                address_local: string | null;
                                /** 纬度 */
                                lat: number | null;
                                /** 经度 */
                                lng: number | null;
                                /** 交通 */
                                stations: {
                                    /** 线路 */
                                    line: string;
                                    /** 车站 */
                                    station: string;
                                    /** 步行分钟 */
                                    walk_min: number | null;
                                    /** 巴士分钟 */
                                    bus_min: number | null;
                                }[];
                                /** 开发商 */
                                developer: string | null;
                                /** 売主 */
                                seller: string | null;
                                /** 施工 */
                                constructor_name: string | null;
                                /** 管理公司 */
                                manager_company: string | null;
                                /** 产权 */
                                tenure: ("freehold" | "leasehold" | "strata") | null;
                                /** 产权年限 */
                                tenure_years: number | null;
                                /** 结构 */
                                structure: ("RC" | "SRC" | "S" | "W" | "other") | null;
                                /** 总户数 */
                                total_units: number | null;
                                /** 地上层数 */
                                floors_above: number | null;
                                /** 地下层数 */
                                floors_below: number | null;
                                /** 栋数 */
                                buildings: number | null;
                                /** 车位数 */
                                parking_count: number | null;
                                /** 占地面积 */
                                land_area: number | null;
                                /** 建筑面积 */
                                floor_area: number | null;
                                /** 竣工年月 */
                                completion_at: string | null;
                                /** 交房年月 */
                                handover_at: string | null;
                                /** 开盘日期 */
                                launch_at: string | null;
                                /** 币种 */
                                currency: string;
                                /** 总价下限 */
                                price_min: string | null;
                                /** 总价上限 */
                                price_max: string | null;
                                /**
                                 * 均价
                                 * @description 每平方米的平均售价：有户型时按户型的价格、面积和套数加权，没有户型时以资料为准。
                                 */
                                unit_price_avg: string | null;
                                /** 表面回报率 */
                                gross_yield: number | null;
                                /** 实际回报率 */
                                net_yield: number | null;
                                /** 包租年限 */
                                rent_guarantee_years: number | null;
                                /** 可贷款 */
                                loan_available: boolean;
                                /** 贷款成数 */
                                loan_ltv: number | null;
                                /** 卖点 */
                                highlights: string[];
                                /** 特色 */
                                features: string[];
                                /** 配套 */
                                facilities: ("concierge" | "security" | "auto_lock" | "delivery_box" | "elevator" | "parking" | "ev_charger" | "bicycle" | "gym" | "pool" | "spa" | "lounge" | "party_room" | "guest_room" | "co_working" | "kids_room" | "garden" | "rooftop" | "pet_facility" | "isolation")[];
                                /** 介绍 */
                                description: string | null;
                                /** 周边 */
                                surroundings: string | null;
                                /** 风险提示 */
                                risks: string | null;
                                /** VR地址 */
                                vr_url: string | null;
                                id: number;
                                slug: string;
                                place: string[];
                                rooms: {
                                    name: string;
                                    layout: string;
                                    area_sqm: number;
                                    balcony_sqm: number | null;
                                    direction: string | null;
                                    price_min: string;
                                    price_max: string;
                                    sale_status: string;
                                    floor_plan: string | null;
                                }[];
                                album: {
                                    category: string;
                                    caption: string | null;
                                    url: string | null;
                                    set: {
                                        srcset: string;
                                        width: number | null;
                                        height: number | null;
                                        focus: {
                                            x: number;
                                            y: number;
                                        } | null;
                                        alt: string | null;
                                    } | null;
                                    is_film: boolean;
                                }[];
                                costs: {
                                    /** 管理费 */
                                    management_fee: string | null;
                                    /** 修缮积立金 */
                                    repair_fund: string | null;
                                    /** 修缮基金(一次性) */
                                    repair_fund_initial: string | null;
                                    /** 年度房产税 */
                                    property_tax: string | null;
                                    /** 税费说明 */
                                    property_tax_note: string | null;
                                    /** 预期租金 */
                                    expected_rent: string | null;
                                    /** 首付比例 */
                                    down_payment_percent: number | null;
                                    /** 付款计划 */
                                    payment_plan: {
                                        /** 阶段 */
                                        stage: string;
                                        /** 比例 */
                                        percent: number;
                                        /** 说明 */
                                        note: string | null;
                                    }[];
                                    /** 购房费用 */
                                    purchase_costs: {
                                        /** 费用名称 */
                                        name: string;
                                        /** 费率 */
                                        rate: number | null;
                                        /** 金额 */
                                        amount: string | null;
                                        /** 说明 */
                                        note: string | null;
                                    }[];
                                };
                                seo: {
                                    title: string;
                                    desc: string | null;
                                    keywords: string[];
                                    canonical: string | null;
                                    json_ld: string;
                                };
                            };
                        };
                    };
                };
                /** @description 已改用新的网址别名 */
                301: {
                    headers: {
                        location: string;
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description 内容未变（If-None-Match，或 If-Modified-Since 与上次的 Last-Modified 相同） */
                304: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description 失败 */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            message: string;
                            data: unknown;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/public/special/{slug}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * 专题详情（公开）
         * @description 专题详情（公开）：公开
         */
        get: {
            parameters: {
                query?: {
                    preview?: string;
                };
                header?: never;
                path: {
                    slug: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description 成功 */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            message: string;
                            data: {
                                id: number;
                                slug: string;
                                name: string;
                                title: string;
                                /** @enum {string} */
                                template: "estate_list" | "single" | "visa" | "event" | "city";
                                /** @enum {string} */
                                lang: "zh" | "zh_tw" | "ja" | "en";
                                cover: string | null;
                                cover_set: {
                                    srcset: string;
                                    width: number | null;
                                    height: number | null;
                                    focus: {
                                        x: number;
                                        y: number;
                                    } | null;
                                    alt: string | null;
                                } | null;
                                cover_mobile: string | null;
                                modules: ({
                                    /** @constant */
                                    type: "banner";
                                    props: {
                                        title: string | null;
                                        sub_title: string | null;
                                        picture: string | null;
                                        picture_mobile: string | null;
                                        button_text: string | null;
                                    };
                                } | {
                                    /** @constant */
                                    type: "text";
                                    props: {
                                        title: string | null;
                                        content: string;
                                    };
                                } | {
                                    /** @constant */
                                    type: "picture";
                                    props: {
                                        picture: string | null;
                                        alt: string | null;
                                        url: string | null;
                                    };
                                } | {
                                    /** @constant */
                                    type: "estates";
                                    props: {
                                        title: string | null;
                                        estates: {
                                            id: number;
                                            slug: string;
                                            title: string;
                                            cover: string | null;
                                            cover_set: {
                                                srcset: string;
                                                width: number | null;
                                                height: number | null;
                                                focus: {
                                                    x: number;
                                                    y: number;
                                                } | null;
                                                alt: string | null;
                                            } | null;
                                            facts: {
                                                label: string;
                                                value: string;
                                            }[];
                                            url: string | null;
                                        }[];
                                    };
                                } | {
                                    /** @constant */
                                    type: "table";
                                    props: {
                                        title: string | null;
                                        head: string[];
                                        rows: string[][];
                                    };
                                } | {
                                    /** @constant */
                                    type: "faq";
                                    props: {
                                        title: string | null;
                                        items: {
                                            q: string;
                                            a: string;
                                        }[];
                                    };
                                } | {
                                    /** @constant */
                                    type: "video";
                                    props: {
                                        title: string | null;
                                        /** @enum {string} */
                                        source: "upload" | "link";
                                        url: string;
                                        cover: string | null;
                                    };
                                } | {
                                    /** @constant */
                                    type: "form";
                                    props: {
                                        title: string | null;
                                        note: string | null;
                                        button_text: string | null;
                                    };
                                } | {
                                    /** @constant */
                                    type: "map";
                                    props: {
                                        title: string | null;
                                        address: string;
                                        lat: number | null;
                                        lng: number | null;
                                        note: string | null;
                                    };
                                } | {
                                    /** @constant */
                                    type: "countdown";
                                    props: {
                                        title: string | null;
                                        until: string;
                                        ended_text: string | null;
                                    };
                                } | {
                                    /** @constant */
                                    type: "cta";
                                    props: {
                                        title: string | null;
                                        text: string | null;
                                        button_text: string;
                                        /**
                                         * 点击
                                         * @enum {string}
                                         */
                                        target: "form" | "url" | "phone";
                                        url: string | null;
                                        phone: string | null;
                                    };
                                })[];
                                estates: {
                                    id: number;
                                    slug: string;
                                    title: string;
                                    cover: string | null;
                                    cover_set: {
                                        srcset: string;
                                        width: number | null;
                                        height: number | null;
                                        focus: {
                                            x: number;
                                            y: number;
                                        } | null;
                                        alt: string | null;
                                    } | null;
                                    facts: {
                                        label: string;
                                        value: string;
                                    }[];
                                    url: string | null;
                                }[];
                                form: {
                                    fields: ("name" | "phone" | "wechat" | "email" | "budget" | "note")[];
                                    /** @enum {string} */
                                    kind: "estate" | "rental" | "visa" | "general";
                                    success_text: string;
                                    consent: string;
                                    privacy: string | null;
                                    thanks_url: string | null;
                                };
                                tracker_code: string | null;
                                start_at: string | null;
                                end_at: string | null;
                                seo: {
                                    title: string;
                                    desc: string | null;
                                    keywords: string[];
                                    canonical: string | null;
                                    json_ld: string;
                                };
                                alternates: {
                                    lang: string;
                                    slug: string;
                                    url: string | null;
                                }[];
                                hreflang: {
                                    hreflang: string;
                                    url: string;
                                }[];
                            };
                        };
                    };
                };
                /** @description 已改用新的网址别名 */
                301: {
                    headers: {
                        location: string;
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description 内容未变（If-None-Match，或 If-Modified-Since 与上次的 Last-Modified 相同） */
                304: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description 失败 */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            message: string;
                            data: unknown;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/public/config": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * 网站配置（公开）
         * @description 网站配置（公开）：公开
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description 成功 */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            message: string;
                            data: {
                                site_name: string;
                                main_base: string;
                                cdn_base: string;
                                languages: string[];
                                default_lang: string;
                                currencies: {
                                    code: string;
                                    symbol: string;
                                    digits: number;
                                    rate_to_cny: string;
                                }[];
                            };
                        };
                    };
                };
                /** @description 内容未变（If-None-Match，或 If-Modified-Since 与上次的 Last-Modified 相同） */
                304: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description 失败 */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            message: string;
                            data: unknown;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/public/currency": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * 币种（公开）
         * @description 币种（公开）：公开
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description 成功 */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            message: string;
                            data: {
                                code: string;
                                symbol: string;
                                digits: number;
                                rate_to_cny: string;
                                rate_at: string;
                            }[];
                        };
                    };
                };
                /** @description 内容未变（If-None-Match，或 If-Modified-Since 与上次的 Last-Modified 相同） */
                304: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description 失败 */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            message: string;
                            data: unknown;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/public/geo/country": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * 国家/地区（公开）
         * @description 国家/地区（公开）：公开
         */
        get: {
            parameters: {
                query?: {
                    lang?: "zh" | "zh_tw" | "ja" | "en";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description 成功 */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            message: string;
                            data: {
                                code: string;
                                name: string;
                                flag: string | null;
                                is_hot: boolean;
                                cover: string | null;
                            }[];
                        };
                    };
                };
                /** @description 内容未变（If-None-Match，或 If-Modified-Since 与上次的 Last-Modified 相同） */
                304: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description 失败 */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            message: string;
                            data: unknown;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/public/geo/district": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * 区域（公开）
         * @description 区域（公开）：公开
         */
        get: {
            parameters: {
                query?: {
                    country?: string;
                    parent_id?: number;
                    lang?: "zh" | "zh_tw" | "ja" | "en";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description 成功 */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            message: string;
                            data: {
                                id: number;
                                code: string;
                                name: string;
                                level: number;
                                is_hot: boolean;
                                estate_count: number;
                            }[];
                        };
                    };
                };
                /** @description 内容未变（If-None-Match，或 If-Modified-Since 与上次的 Last-Modified 相同） */
                304: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description 失败 */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            message: string;
                            data: unknown;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/public/broker": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * 房产经纪（公开）
         * @description 房产经纪（公开）：公开
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description 成功 */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            message: string;
                            data: {
                                name: string;
                                company_name: string | null;
                                license_no: string | null;
                                languages: string[];
                                avatar: string | null;
                                intro: string | null;
                            }[];
                        };
                    };
                };
                /** @description 内容未变（If-None-Match，或 If-Modified-Since 与上次的 Last-Modified 相同） */
                304: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description 失败 */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            message: string;
                            data: unknown;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/public/app-version": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * APP版本检查（公开）
         * @description APP版本检查（公开）：公开
         */
        get: {
            parameters: {
                query: {
                    platform: "ios" | "android";
                    version?: string;
                    build?: number;
                    device?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description 成功 */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            message: string;
                            data: {
                                latest: string | null;
                                build: number | null;
                                update_type: ("optional" | "recommend" | "force") | null;
                                min_supported: string | null;
                                title: string | null;
                                notes: string | null;
                                url: string | null;
                            };
                        };
                    };
                };
                /** @description 内容未变（If-None-Match，或 If-Modified-Since 与上次的 Last-Modified 相同） */
                304: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description 失败 */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            message: string;
                            data: unknown;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/public/file/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * 公开内容的图片和视频
         * @description 公开内容的图片和视频：公开
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    name: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description 文件 */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/octet-stream": unknown;
                    };
                };
                /** @description 失败 */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            message: string;
                            data: unknown;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/public/sitemap.xml": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * 网站地图索引（公开）
         * @description 网站地图索引（公开）：公开
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description XML文档 */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/xml": unknown;
                    };
                };
                /** @description 内容未变（If-None-Match，或 If-Modified-Since 与上次的 Last-Modified 相同） */
                304: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description 失败 */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            message: string;
                            data: unknown;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/public/sitemap-{n}.xml": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * 网站地图（公开）
         * @description 网站地图（公开）：公开
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    n: number;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description XML文档 */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/xml": unknown;
                    };
                };
                /** @description 内容未变（If-None-Match，或 If-Modified-Since 与上次的 Last-Modified 相同） */
                304: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description 失败 */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            message: string;
                            data: unknown;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/public/sitemap-image-{n}.xml": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * 图片地图（公开）
         * @description 图片地图（公开）：公开
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    n: number;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description XML文档 */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/xml": unknown;
                    };
                };
                /** @description 内容未变（If-None-Match，或 If-Modified-Since 与上次的 Last-Modified 相同） */
                304: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description 失败 */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            message: string;
                            data: unknown;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/public/sitemap-news.xml": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * 新闻地图（公开）
         * @description 新闻地图（公开）：公开
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description XML文档 */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/xml": unknown;
                    };
                };
                /** @description 内容未变（If-None-Match，或 If-Modified-Since 与上次的 Last-Modified 相同） */
                304: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description 失败 */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            message: string;
                            data: unknown;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/public/feed/{kind}/rss": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * RSS订阅（公开）
         * @description RSS订阅（公开）：公开
         */
        get: {
            parameters: {
                query?: {
                    lang?: "zh" | "zh_tw" | "ja" | "en";
                };
                header?: never;
                path: {
                    kind: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description XML文档 */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/xml": unknown;
                    };
                };
                /** @description 内容未变（If-None-Match，或 If-Modified-Since 与上次的 Last-Modified 相同） */
                304: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description 失败 */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            message: string;
                            data: unknown;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/public/feed/{kind}/atom": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Atom订阅（公开）
         * @description Atom订阅（公开）：公开
         */
        get: {
            parameters: {
                query?: {
                    lang?: "zh" | "zh_tw" | "ja" | "en";
                };
                header?: never;
                path: {
                    kind: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description XML文档 */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/xml": unknown;
                    };
                };
                /** @description 内容未变（If-None-Match，或 If-Modified-Since 与上次的 Last-Modified 相同） */
                304: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description 失败 */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            message: string;
                            data: unknown;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/public/feed/{kind}/json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * JSON订阅（公开）
         * @description JSON订阅（公开）：公开
         */
        get: {
            parameters: {
                query?: {
                    lang?: "zh" | "zh_tw" | "ja" | "en";
                };
                header?: never;
                path: {
                    kind: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description 成功 */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            version: "https://jsonfeed.org/version/1.1";
                            title: string;
                            home_page_url: string;
                            feed_url: string;
                            language: string;
                            items: {
                                id: string;
                                url: string;
                                title: string;
                                content_text: string;
                                image?: string;
                                date_published: string;
                                date_modified: string;
                                language?: string;
                            }[];
                        };
                    };
                };
                /** @description 内容未变（If-None-Match，或 If-Modified-Since 与上次的 Last-Modified 相同） */
                304: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description 失败 */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            message: string;
                            data: unknown;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: never;
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
