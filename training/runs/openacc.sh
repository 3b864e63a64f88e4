#!/usr/bin/env bash
# The shipped OpenACC model on N GPUs of one host: pre-training, then one fine-tuning recipe a GPU, the recipe chosen on
# the development part, the test parts scored once, everything left in $state.
#   training/runs/openacc.sh DATA STATE [MINUTES]
# DATA holds what `mine`, `pairs` and `tokenizer` wrote (pairs/, tokenizer/, and tokens/ if made beforehand).
set -uo pipefail
data=$(realpath "$1"); state=$2; minutes=${3:-8}
mkdir -p "$state"; state=$(realpath "$state")
here=$(cd "$(dirname "$0")/.." && pwd)
export PYTHONPATH=$here/../server:$here${PYTHONPATH:+:$PYTHONPATH} PYTHONUNBUFFERED=1 OMP_NUM_THREADS=8
gpus=$(nvidia-smi -L | wc -l)
train="python3 -m loopwright_training.cli"
acc=$data/pairs/train.jsonl.gz; omp=$data/pairs/openmp.jsonl.gz; base=$state/base/model

mkdir -p "$state/base"
[ -d "$data/tokens" ] && cp "$data"/tokens/{train,held}.npy "$state/base/"
torchrun --nproc-per-node "$gpus" -m loopwright_training.cli pretrain "$here/configs/pretrain.yaml" \
  --set "corpus=[$data/pairs/corpus.jsonl.gz]" --set "tokenizer=$data/tokenizer" --set "output=$state/base" \
  --set "minutes=$minutes" --set device_batch=64 || exit 1

adapt() {  # base pairs output method epochs rate [overrides]
  local overrides=(); for o in "${@:7}"; do overrides+=(--set "$o"); done
  $train adapt "$here/configs/adapt.yaml" --set "base=$1" --set "pairs=[$2]" --set "output=$3" --set "method=$4" \
    --set "epochs=$5" --set "rate=$6" "${overrides[@]}"
}
score() {  # model adapter output splits samples
  $train evaluate "$here/configs/evaluate.yaml" --set "pairs=$data/pairs" --set "model=$1" --set "adapter=$2" \
    --set "output=$3" --set "splits=[$4]" --set "samples=$5" --set batch=128
}
recipe() {
  local d=$state/$1
  case $1 in
    a) adapt "$base" "$omp" "$d/base" full 1 3e-4; adapt "$d/base" "$acc" "$d/lora" lora 5 1e-3;;
    b) adapt "$base" "$omp" "$d/base" full 1 3e-4; adapt "$d/base" "$acc" "$d/lora" lora 4 2e-3 lora.rank=32 lora.alpha=64;;
    c) adapt "$base" "$omp" "$d/base" full 1 5e-4; adapt "$d/base" "$acc" "$d/lora" lora 3 1e-3 views=2 lora.rank=32 lora.alpha=64;;
    d) adapt "$base" "$omp,$acc" "$d/base" full 1 3e-4 'repeats=[1,2]'; adapt "$d/base" "$acc" "$d/lora" lora 4 1e-3;;
    e) adapt "$base" "$omp,$acc" "$d/base" full 1 5e-4 'repeats=[1,4]'; adapt "$d/base" "$acc" "$d/lora" lora 2 5e-4;;
    f) adapt "$base" "$omp" "$d/omp" full 1 3e-4; adapt "$d/omp" "$acc" "$d/base" full 4 2e-4
       adapt "$d/base" "$acc" "$d/lora" lora 1 3e-4;;
    g) adapt "$base" "$omp" "$d/omp" full 1 5e-4; adapt "$d/omp" "$acc" "$d/base" full 3 4e-4
       adapt "$d/base" "$acc" "$d/lora" lora 1 3e-4;;
    h) adapt "$base" "$acc" "$d/base" full 4 3e-4; adapt "$d/base" "$acc" "$d/lora" lora 1 3e-4;;
  esac
  score "$d/base" null "$d/development-base" development 1
  score "$d/base" "$d/lora" "$d/development" development 1
}
recipes=(a b c d e f g h)
for i in "${!recipes[@]}"; do
  ( export CUDA_VISIBLE_DEVICES=$((i % gpus)); recipe "${recipes[$i]}" > "$state/${recipes[$i]}.log" 2>&1 ) &
  (( (i + 1) % gpus == 0 )) && wait
done
wait
best=$(python3 - "$state" <<'P'
import json, pathlib, sys
scores = {}
for path in pathlib.Path(sys.argv[1]).glob("?/development/evaluation.json"):
    rows = [row for row in json.loads(path.read_text())["rows"] if row["mode"] != "copier"]
    scores[path.parts[-3]] = sum(row["exact"] for row in rows)
    print(path.parts[-3], {row["mode"]: round(row["exact"], 3) for row in rows}, file=sys.stderr)
print(max(scores, key=scores.get))
P
)
echo "best recipe on the development part: $best"; echo "$best" > "$state/best"
i=0
for split in pair repository family; do
  CUDA_VISIBLE_DEVICES=$((i % gpus)) score "$state/$best/base" "$state/$best/lora" "$state/test-$split" $split 4 > "$state/test-$split.log" 2>&1 &
  CUDA_VISIBLE_DEVICES=$(((i + 3) % gpus)) score "$state/$best/base" null "$state/test-base-$split" $split 1 > "$state/test-base-$split.log" 2>&1 &
  i=$((i + 1))
done
wait
grep -h "exact" "$state"/test-*.log
echo run-finished
