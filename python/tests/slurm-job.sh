#!/usr/bin/env bash

#SBATCH -J unobench
#SBATCH -p short
#SBATCH -A cards
#SBATCH -n 1
#SBATCH --cpus-per-task=16
#SBATCH --mem=8G
#SBATCH -t 02:00:00
export UNOBENCH=/opt/unobench
python3 -m distributed.cli.dask_worker tls://10.0.0.1:1 --name one --nthreads 16 --memory-limit 7.45GiB --nanny --death-timeout 60 --lifetime 5760s --lifetime-stagger 720s --no-dashboard --dashboard-address 127.0.0.1:0
