#!/usr/bin/env bash
LIMIT=3
readonly RATE=2
export PATH_X=1
declare -A map
local_x() { echo 1; }
function build {
  local a=1
  inner() { :; }
}
function with_parens() ( echo sub )
if true; then
  maybe() { :; }
fi
build-all() { :; }
alias ll='ls -l'
arr=(1 2)
arr[1]=3
