#!/bin/sh
# campaign-cluster.sh SET [FLAG OF CAMPAIGN RUN...]: a campaign on a cluster of three servers, of which one is killed when a fifth of the jobs is done;
# compares the verdicts with those of cupel bench. CUPEL is the program (default bin/cupel), OUT a directory for all files (default: a new one).
set -eu
cupel=${CUPEL:-bin/cupel} out=${OUT:-$(mktemp -d)} set=$1
shift
go build -o "$out/nats-server" github.com/nats-io/nats-server/v2
routes=nats://127.0.0.1:16221,nats://127.0.0.1:16222,nats://127.0.0.1:16223
nodes=
trap 'for p in $nodes; do kill "$p" 2>/dev/null || true; done' EXIT
for i in 1 2 3; do
  "$out/nats-server" --addr 127.0.0.1 --port 1422$i --name n$i --jetstream --store_dir "$out/n$i" --cluster_name c --cluster nats://127.0.0.1:1622$i --routes $routes \
    --log "$out/n$i.log" &
  nodes="$nodes $!"
done
sleep 5
urls=nats://127.0.0.1:14221,nats://127.0.0.1:14222,nats://127.0.0.1:14223
"$cupel" campaign run --nats $urls --replicas 3 --workers 2 --lease 5s --output "$out/cluster" "$@" "$set" 2>"$out/log" &
campaign=$!
total=$(grep -c . "$set")
until [ "$(grep -c '^\[' "$out/log")" -ge $((total / 5)) ]; do
  kill -0 $campaign
  sleep 1
done
victim=$(echo "$nodes" | cut -d' ' -f3)
kill -9 "$victim"
echo "killed a server after $(grep -c '^\[' "$out/log") jobs"
wait $campaign
"$cupel" bench --quiet --output "$out/bench" "$@" "$set"
for x in cluster bench; do cut -d, -f1-6 "$out/$x/results.csv" >"$out/$x.verdicts"; done
cmp "$out/cluster.verdicts" "$out/bench.verdicts"
echo "$(wc -l <"$out/cluster/journal.jsonl") results, equal to those of cupel bench"
