#!/usr/bin/env bash
# All that a GPU host has to do for a release, in one go: pre-training, the recipes, the adapter for kernels on the base of the
# best of them, and the weights in parts that `offline.py` puts together again. Half an hour on two or four H200.
#   [RECIPES="a b"] training/runs/whole.sh DATA STATE MINUTES
# DATA holds pairs/, tokenizer/, tokens/ and cuda-pairs/, as `offline.py unpack` leaves them. Parts come into STATE/home as soon as
# they are made: 1-base when pre-training is over, so that a host that goes away takes the recipes with it and not the base,
# 2-release at the end; `offline.py hand` brings them out. STATE/home/finished says that this script is over, well or not.
set -uo pipefail
data=$(realpath "$1"); mkdir -p "$2/home"; state=$(realpath "$2"); minutes=$3
here=$(cd "$(dirname "$0")" && pwd)
trap 'touch "$state/home/finished"' EXIT
( until [ -f "$state/openacc/base/runs.jsonl" ]; do sleep 2; done
  python3 "$here/offline.py" planes "$state/base-planes" "$state/openacc/base/model"
  python3 "$here/offline.py" pack "$state/home/1-base" "$state/base-planes" --megabytes 15.5 --preset 1 ) &
keeper=$!
RECIPES="${RECIPES:-e g d b}" PER_GPU=${PER_GPU:-2} TESTS="" "$here/openacc.sh" "$data" "$state/openacc" "$minutes" || { kill $keeper; exit 1; }
best=$state/openacc/$(cat "$state/openacc/best")
mkdir -p "$state/kernels" "$state/release"
ln -sfn "$best/base" "$state/kernels/base"; ln -sfn "$data/cuda-pairs" "$state/kernels/cuda-pairs"
SCORED="" RECIPES="r32 32 ${KERNEL_EPOCHS:-4} 1e-3" "$here/translate.sh" "$state/kernels" "$state/translate"
cp -rL "$best/base" "$state/release/base"
cp -r "$best/lora" "$state/release/openacc"
cp -r "$state/translate/r32/lora" "$state/release/translate"
wait $keeper
python3 "$here/offline.py" planes "$state/planes" "$state"/release/* || exit 1
cp "$state"/openacc/*.log "$state"/translate/*.log "$state/openacc/best" "$state/planes/"
python3 "$here/offline.py" pack "$state/home/2-release" "$state/planes" --megabytes 15.5 --preset 1
echo "all-finished $SECONDS s"
