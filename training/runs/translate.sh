#!/usr/bin/env bash
# The adapter that writes CPU loops for kernels: recipes side by side on the GPUs there are, scored on held-out graphs.
#   [SCORED=""] training/runs/translate.sh DATA STATE
# DATA holds what `unpack` (base/) and `cuda-pairs` (cuda-pairs/) wrote.
set -uo pipefail
data=$(realpath "$1"); state=$2; mkdir -p "$state"; state=$(realpath "$state")
here=$(cd "$(dirname "$0")/.." && pwd)
export PYTHONPATH=$here/../server:$here${PYTHONPATH:+:$PYTHONPATH} PYTHONUNBUFFERED=1 OMP_NUM_THREADS=4
gpus=$(nvidia-smi -L 2>/dev/null | wc -l); gpus=$((gpus > 0 ? gpus : 1))
train="python3 -m loopwright_training.cli"
recipe() {  # name rank epochs rate
  local out=$state/$1
  $train adapt "$here/configs/adapt-cuda.yaml" --set "base=$data/base" --set "pairs=[$data/cuda-pairs/train.jsonl.gz]" \
    --set "output=$out/lora" --set "lora.rank=$2" --set "lora.alpha=$((2 * $2))" --set "epochs=$3" --set "rate=$4" ${EXTRA:-}
  [ -n "${SCORED-yes}" ] && $train evaluate-cuda "$here/configs/evaluate-cuda.yaml" --set "pairs=$data/cuda-pairs/test.jsonl.gz" --set kernels=null \
    --set "model=$data/base" --set "adapter=$out/lora" --set "output=$out" --set execute=false
}
i=0
while read -r name rank epochs rate; do
  ( export CUDA_VISIBLE_DEVICES=$((i % gpus)); recipe "$name" "$rank" "$epochs" "$rate" > "$state/$name.log" 2>&1 ) &
  i=$((i + 1))
done <<< "${RECIPES:-r32e6 32 6 1e-3
r32e12 32 12 1e-3
r64e8 64 8 7e-4
r32e8slow 32 8 4e-4}"
wait
for log in "$state"/*.log; do echo "== $log"; grep -E "^step" "$log" | tail -n 1; grep -E "^all" "$log"; grep -E "Error|error" "$log" | tail -n 2; done
echo run-finished
