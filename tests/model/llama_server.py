"""Serves the weights that the packages of a folder carry, with llama.cpp: `llama_server.py FOLDER`. Prints its address."""

import glob
import os
import shutil
import sys
import time

import xllamacpp

folder = sys.argv[1]
model = os.path.join(folder, "model.gguf")
with open(model, "wb") as whole:
    for path in sorted(glob.glob(f"{folder}/*/*.gguf") or glob.glob(f"{folder}/*/data/*.bin")):
        with open(path, "rb") as part:
            shutil.copyfileobj(part, whole)

params = xllamacpp.CommonParams()
params.model.path = model
params.port = 0
params.n_ctx = 8192
params.n_parallel = 1
params.n_batch = params.n_ubatch = 16  # what is given up ends between two batches
params.n_gpu_layers = 0
params.cpuparams.n_threads = params.cpuparams_batch.n_threads = max(1, os.cpu_count() // 2)
params.endpoint_slots = True
params.use_jinja = True
server = xllamacpp.Server(params)
print(server.listening_address, flush=True)
while True:
    time.sleep(3600)
