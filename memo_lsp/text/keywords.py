"""The reserved words of each language: names that stand for nothing a memory could be about."""

from __future__ import annotations

from functools import cache

_C = """auto break case char const continue default do double else enum extern float for goto if inline int
long register restrict return short signed sizeof static struct switch typedef union unsigned void
volatile while true false NULL bool"""
_JAVASCRIPT = """async await break case catch class const continue debugger default delete do else export extends
false finally for from function get if import in instanceof let new null of return set static super
switch this throw true try typeof undefined var void while with yield NaN Infinity arguments"""
_TYPESCRIPT = (
    _JAVASCRIPT
    + """ abstract any as asserts bigint boolean declare enum implements infer interface is keyof module
namespace never number object override private protected public readonly satisfies string symbol
type unique unknown"""
)
_CPP = (
    _C
    + """ alignas alignof and and_eq asm bitand bitor catch char8_t char16_t char32_t class co_await co_return
co_yield compl concept consteval constexpr constinit const_cast decltype delete dynamic_cast
explicit export friend mutable namespace new noexcept not not_eq nullptr operator or or_eq override
final private protected public reinterpret_cast requires static_assert static_cast template this
thread_local throw try typeid typename using virtual wchar_t xor xor_eq"""
)
_CSS = """important inherit initial unset revert auto none media import charset supports keyframes from to and
not only @media @import @supports @keyframes"""

_WORDS = {
    "python": """False None True and as assert async await break case class cls continue def del elif else except
finally for from global if import in is lambda match nonlocal not or pass raise return self try type
while with yield""",
    "javascript": _JAVASCRIPT,
    "typescript": _TYPESCRIPT,
    "go": """any bool break byte case chan complex64 complex128 const continue default defer else error
fallthrough false float32 float64 for func go goto if import int int8 int16 int32 int64 interface
iota map nil package range return rune select string struct switch true type uint uint8 uint16
uint32 uint64 uintptr var""",
    "rust": """Self as async await bool break char const continue crate dyn else enum extern f32 f64 false fn for
i8 i16 i32 i64 i128 if impl in isize let loop match mod move mut pub ref return self static str
struct super trait true type u8 u16 u32 u64 u128 union unsafe use usize where while""",
    "java": """abstract assert boolean break byte case catch char class const continue default do double else enum
extends false final finally float for goto if implements import instanceof int interface long native
new null package permits private protected public record return sealed short static strictfp super
switch synchronized this throw throws transient true try var void volatile while yield""",
    "c": _C,
    "cpp": _CPP,
    "csharp": """abstract as async await base bool break byte case catch char checked class const continue decimal
default delegate do double else enum event explicit extern false finally fixed float for foreach get
goto if implicit in init int interface internal is lock long namespace new null object operator out
override params private protected public readonly record ref required return sbyte sealed set short
sizeof stackalloc static string struct switch this throw true try typeof uint ulong unchecked unsafe
ushort using value var virtual void volatile where while with yield""",
    "ruby": """BEGIN END __FILE__ __LINE__ alias and begin break case class def defined? do else elsif end ensure
false for if in module next nil not or redo rescue retry return self super then true undef unless
until when while yield""",
    "php": """$this abstract and array as break callable case catch class clone const continue declare default
do echo else elseif empty enddeclare endfor endforeach endif endswitch endwhile enum exit extends false
final finally fn for foreach function global goto if implements include include_once instanceof
insteadof interface isset list match namespace new null or parent print private protected public
readonly require require_once return self static switch this throw trait true try unset use var
while xor yield""",
    "lua": """and break do else elseif end false for function goto if in local nil not or repeat return self then
true until while""",
    "kotlin": """abstract as break by catch class companion const constructor continue data do else enum external
false final finally for fun get if import in infix init inline inner interface internal is it
lateinit null object open operator out override package private protected public return sealed set
super suspend this throw true try typealias val var vararg when where while""",
    "shellscript": """break case continue declare do done echo elif else esac eval exec exit export false fi for
function if in local readonly return select set shift source then time trap true unset until while""",
    "css": _CSS,
    "swift": """Any Self actor any as associatedtype async await break case catch class continue default defer
deinit do else enum extension fallthrough false fileprivate final for func guard if import in init
inout internal is lazy let nil open operator override private protocol public repeat return self
some static struct subscript super switch throw throws true try typealias var weak where while""",
    "scala": """abstract case catch class def do else enum export extends extension false final finally for forSome
given if implicit import lazy match new null object override package private protected return sealed
super then this throw trait true try type val var while with yield""",
    "elixir": """after alias and case catch cond def defimpl defmacro defmodule defp defprotocol defstruct do else
end false fn for if import in nil not or quote raise receive require rescue true try unless unquote
use when with""",
}
_SAME = {
    "javascriptreact": "javascript",
    "typescriptreact": "typescript",
    "bash": "shellscript",
    "sh": "shellscript",
    "zsh": "shellscript",
    "scss": "css",
    "sass": "css",
    "less": "css",
    "objective-c": "c",
    "objective-cpp": "cpp",
    "cuda-cpp": "cpp",
    "vue": "typescript",
    "svelte": "typescript",
}


@cache
def keywords(language: str | None) -> frozenset[str]:
    """The reserved words, constants and self-references of a language (its LSP id); none for an unknown one."""
    if language is None:
        return frozenset()
    return frozenset(_WORDS.get(_SAME.get(language, language), "").split())
