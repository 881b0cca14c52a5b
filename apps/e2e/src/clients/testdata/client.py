from kubernetes import client, config, watch
from kubernetes.client.rest import ApiException

config.load_kube_config()
core = client.CoreV1Api()
namespace = "default"

body = client.V1ConfigMap(metadata=client.V1ObjectMeta(name="py", labels={"a": "b"}), data={"k": "1"})
created = core.create_namespaced_config_map(namespace, body)
before = str(int(created.metadata.resource_version) - 1)
core.patch_namespaced_config_map("py", namespace, {"data": {"k": "2"}})
assert core.read_namespaced_config_map("py", namespace).data == {"k": "2"}
found = core.list_namespaced_config_map(namespace, label_selector="a=b")
assert [item.metadata.name for item in found.items] == ["py"]


def reason(call):
    try:
        call()
    except ApiException as error:
        return error.status


stale = core.read_namespaced_config_map("py", namespace)
stale.metadata.resource_version = created.metadata.resource_version
conflict = reason(lambda: core.replace_namespaced_config_map("py", namespace, stale))
core.delete_namespaced_config_map("py", namespace)
absent = reason(lambda: core.read_namespaced_config_map("py", namespace))

types = []
events = watch.Watch()
stream = events.stream(
    core.list_namespaced_config_map, namespace, label_selector="a=b", resource_version=before, timeout_seconds=20
)
for event in stream:
    types.append(event["type"])
    if event["type"] == "DELETED":
        events.stop()
print(" ".join(types))
print("conflict", conflict)
print("absent", absent)
