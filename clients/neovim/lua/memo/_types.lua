---@meta
-- What goes over the wire, as docs/protocol.md and docs/cli.md have it. A null is nil here.
error('this file is for type checkers')

---@class memo.Status
---@field state 'starting'|'idle'|'capturing'|'paused'|'importing'|'dreaming'|'degraded'
---@field memories integer
---@field pending integer received and not yet stored
---@field progress? { pass: string, percent: integer }
---@field degraded { part: string, reason: string }[]
---@field lastRun? { pass: string, endedAt: string, changed: integer, skipped?: string }
---@field next? { pass: string, inSeconds?: integer, heldBy: string[] }
---@field summarizer 'none'|'http'|'editor'
---@field gate { kept: integer, dropped: table<string, integer> }
---@field embedding { waiting: integer, quarantined: integer }
---@field skipped? { uri: string, reason: string }

---@class memo.Change
---@field written string[]
---@field changed string[]
---@field removed string[]

---@class memo.Anchor
---@field path string from the project's root
---@field symbol? string
---@field line? integer 1-based
---@field state 'same'|'changed'|'gone'
---@field commits_since integer

---@class memo.Link
---@field id string
---@field title string
---@field created_at? string

---@class memo.Row what hits, timeline rows and whole memories have in common
---@field id string
---@field title string
---@field kind string
---@field channel string
---@field created_at string
---@field project? string
---@field branch? string
---@field origin? string
---@field author? string
---@field trust? string
---@field confidence? string
---@field topic? string
---@field tags string[]
---@field anchors memo.Anchor[]
---@field pinned boolean
---@field state string

---@class memo.Hit: memo.Row
---@field score number
---@field sources string[]
---@field excerpt { text: string, matches: [integer, integer][] }
---@field merged? boolean
---@field superseded_by? memo.Link
---@field replaces memo.Link[]
---@field beneath memo.Link[]
---@field section? string of a briefing

---@class memo.Answer
---@field query { text: string, project: string, branch?: string }
---@field confident boolean
---@field recall integer
---@field degraded { leg: string, reason: string }[]
---@field hits memo.Hit[]

---@class memo.Edge
---@field type string
---@field from string
---@field to string
---@field title string of the memory at the other end
---@field unmade_at? string

---@class memo.Memory: memo.Row
---@field body string
---@field commit? string
---@field valid_to? string
---@field edges memo.Edge[]
---@field beneath memo.Link[]
---@field history memo.Run[]
---@field surfaced? { auto: integer, search: integer, drill: integer }
---@field feedback? { useful: integer, not_useful: integer }

---@class memo.Run
---@field run integer
---@field pass string
---@field cause string
---@field started_at string
---@field ended_at? string
---@field considered integer
---@field changed integer
---@field vetoed table<string, integer>
---@field refused integer
---@field skipped? string
---@field undone_at? string
---@field chores table<string, integer> what upkeep did, by name

---@class memo.Review something that a person should look at
---@field what 'contradiction'|'vetoed'|'refused'|'apart'|'gone'|'unsure'
---@field why string
---@field at string
---@field memories memo.Row[] of two the older first
---@field can string[] what can be done about it: commands without their `memo.`

---@class memo.Mark a pair that no pass joins
---@field pair [string, string]
---@field pass string
---@field at string
---@field cause string
---@field titles (string|vim.NIL)[] vim.NIL of a memory that is gone

---@class memo.Topic
---@field topic string
---@field here integer memories of just this topic
---@field beneath integer memories further down

---@class memo.Undone
---@field dry_run boolean
---@field put_back integer
---@field edits memo.Edit[]

---@class memo.Edit what a pass did in one go
---@field pass string
---@field into memo.Link the memory it was done to
---@field members memo.Link[] those that live on in it

---@class memo.Check
---@field name string
---@field ok boolean
---@field detail string
---@field fix string

---@class memo.Dream
---@field observations integer
---@field without_co_recall { n: integer, share: number }
---@field params { eps: number, min_pts: integer, tau_days: number, since_days: number, events: string }
---@field max_gap_days? number
---@field log { on: boolean, events: integer, oldest?: string }
---@field clusters { members: { id: string, title: string, created_at: string, origin: string }[], together: integer }[]
---@field would_archive integer
---@field noise integer
---@field hints string[]
---@field svg string

---@class memo.Briefing
---@field markdown string
---@field items memo.Hit[]
---@field recall? integer

---@class memo.Summarize
---@field system string
---@field prompt string
---@field maxTokens integer
