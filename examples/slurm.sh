#!/bin/bash
#SBATCH --job-name=headwaters
#SBATCH --cpus-per-task=1
#SBATCH --requeue
# sbatch --array=0-99 examples/slurm.sh OUT SHARD...: the table of faithfulness over 100 shards, a task a shard.
# Submitted again it goes on where it was stopped; a requeued task does so by itself. When the array has ended:
#   headwaters merge OUT/* --format json
# or as a job that waits for it:
#   sbatch --dependency=afterany:ID --wrap "headwaters merge OUT/* --format json"
set -eu
out=$1
shift
shards=("$@")
shard=${shards[$SLURM_ARRAY_TASK_ID]}
mkdir -p "$out"
# The options are words, not patterns.
set -f
# shellcheck disable=SC2086
exec "${HEADWATERS:-headwaters}" batch correlate "$shard" --partial --out "$out/$(basename "$shard")" \
  --threads "${SLURM_CPUS_PER_TASK:-1}" --quiet ${HEADWATERS_OPTIONS:-}
