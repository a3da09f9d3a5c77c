python3 -c 'import socket; socket.socket(socket.AF_UNIX).bind("log.jsonl")'
ssdetect log.jsonl
