"""An OpenStack Swift with its S3 API in one process, all of it in one folder, for tests. Its argument is that folder.

Says at which port it is ready. Ends with its standard input, so that it never outlives whoever started it, and takes the
folder with it.
"""
import os
import shutil
import sys

# Nothing in the folder is worth a sync to disk.
os.fsync = os.fdatasync = lambda descriptor: None

import eventlet  # noqa: E402

eventlet.monkey_patch()

from eventlet import tpool, wsgi  # noqa: E402
from swift.common import utils  # noqa: E402
from swift.common.ring import RingBuilder  # noqa: E402
from swift.common.storage_policy import reload_storage_policies  # noqa: E402
from swift.common.wsgi import SwiftHttpProtocol, loadapp  # noqa: E402

folder = sys.argv[1]

STORAGE = """
[DEFAULT]
swift_dir = {folder}
devices = {folder}/devices
mount_check = false
fallocate_reserve = 0
# A busy machine is slow; whatever is put off for later is never done here.
conn_timeout = 20
node_timeout = 60
container_update_timeout = 60
[pipeline:main]
pipeline = {name}-server
[app:{name}-server]
use = egg:swift#{name}
log_level = ERROR
disk_chunk_size = 1048576
network_chunk_size = 1048576
"""

PROXY = """
[DEFAULT]
swift_dir = {folder}
[pipeline:main]
pipeline = catch_errors s3api tempauth copy bulk slo proxy-server
[app:proxy-server]
use = egg:swift#proxy
allow_account_management = true
account_autocreate = true
conn_timeout = 20
node_timeout = 60
recoverable_node_timeout = 60
log_level = ERROR
client_chunk_size = 1048576
object_chunk_size = 1048576
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:s3api]
use = egg:swift#s3api
s3_acl = false
[filter:tempauth]
use = egg:swift#tempauth
user_test_tester = testing .admin
[filter:copy]
use = egg:swift#copy
[filter:bulk]
use = egg:swift#bulk
[filter:slo]
use = egg:swift#slo
"""


def write(name, text):
    path = os.path.join(folder, name)
    with open(path, 'w') as file:
        file.write(text)
    return path


def listen():
    return eventlet.listen(('127.0.0.1', 0), backlog=256)


def make_ring(name, at):
    builder = RingBuilder(1, 1, 0)
    builder.add_dev({'region': 1, 'zone': 1, 'ip': '127.0.0.1', 'port': at, 'device': 'd', 'weight': 1.0})
    builder.rebalance()
    builder.get_ring().save(os.path.join(folder, name + '.ring.gz'))


class Cache:
    """Swift insists on memcached. With one process its memory will do."""

    def __init__(self):
        self.values = {}

    def set(self, key, value, **_):
        self.values[key] = value

    def get(self, key, **_):
        return self.values.get(key)

    def delete(self, key, **_):
        self.values.pop(key, None)


cache = Cache()


def serve(socket, config):
    pipeline = loadapp(config, allow_modify_pipeline=True)

    def app(env, start_response):
        env['swift.cache'] = cache
        return pipeline(env, start_response)

    eventlet.spawn(wsgi.server, socket, app, log_output=False, protocol=SwiftHttpProtocol, max_size=256)


os.makedirs(os.path.join(folder, 'devices', 'd'))
write('swift.conf', '[swift-hash]\nswift_hash_path_suffix = test\nswift_hash_path_prefix = test\n')
utils.set_swift_dir(folder)
utils.validate_hash_conf()
reload_storage_policies()

for name in ['account', 'container', 'object']:
    socket = listen()
    make_ring(name, socket.getsockname()[1])
    serve(socket, write(name + '.conf', STORAGE.format(folder=folder, name=name)))
front = listen()
serve(front, write('proxy.conf', PROXY.format(folder=folder)))

print('ready at', front.getsockname()[1], flush=True)
tpool.execute(sys.stdin.buffer.read)
shutil.rmtree(folder, ignore_errors=True)
os._exit(0)
