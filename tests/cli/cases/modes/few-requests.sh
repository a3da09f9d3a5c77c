# Too little for a window is a status, and the best effort says what can be said.
show() { jq -c '[.verdict, .coverage.status, .best_effort.basis, .best_effort.window.issued, (.best_effort.tpot.mean_ns / 5e7 - 1 | fabs) < 0.02]'; }
make-log --requests 20 | ssdetect --json --dataset-size 50 | show
make-log --requests 120 | ssdetect --json --dataset-size 50 | show
make-log --requests 400 | ssdetect --json --dataset-size 50 | show
make-log --requests 60 --concurrency 1 | ssdetect --json --dataset-size 10 | show
make-log --requests 200 --concurrency 1 | ssdetect --json --dataset-size 10 | jq -c '[.verdict, .run.mode, .run.peak_in_flight, .coverage.status]'
make-log --requests 1 --concurrency 1 --request-cov 0 --superpass-cov 0 | ssdetect --json | show
