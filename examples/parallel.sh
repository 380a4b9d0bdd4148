#!/bin/sh
# examples/parallel.sh OUT SHARD...: the table of faithfulness over shards with GNU parallel, a job a shard.
# Called again it goes on where it was stopped. Paths without spaces; a folder that is reached by the same path is
# shared by all machines of SSHLOGIN (GNU parallel's --sshlogin: "8/ada,8/grace,:", where : is this one).
set -eu
out=$1
shift
program=${HEADWATERS:-headwaters}
mkdir -p "$out"

# One thread a job: parallel starts a job for each processor. The options are words, not patterns.
set -f
code=0
# shellcheck disable=SC2086
parallel ${SSHLOGIN:+--sshlogin "$SSHLOGIN" --workdir "$PWD"} \
  "$program" batch correlate {} --partial --out "$out/{/}" --threads 1 --quiet ${HEADWATERS_OPTIONS:-} \
  ::: "$@" || code=$?

# In the order of the shards; a job that did not come to its end is named here.
for shard; do
  set -- "$@" "$out/${shard##*/}"
  shift
done
"$program" merge "$@" --format json >"$out/table.json.new"
mv "$out/table.json.new" "$out/table.json"
exit "$code"
