"""The ten BROAD trials: where they lie, and how to get them from the public repository.

D. Laidig and others, BROAD, Data 6(7), 72, 2021; the data are CC BY 4.0.
"""

import hashlib
import io
import pathlib
import sys
import urllib.request
from dataclasses import dataclass

import numpy as np

REPOSITORY = "https://raw.githubusercontent.com/dlaidig/broad"
COMMIT = "7e2f8189bb4a3ac91eae32c69b6bc87f08a6e2ad"
PERIOD = 0.0035  # s: 285.714 samples a second
HEADER = ("timestamp_ns,accel_x,accel_y,accel_z,gyro_x,gyro_y,gyro_z,"
          "ref_qw,ref_qx,ref_qy,ref_qz,movement\n")
# SHA-256 of each trial as the CSV that it is turned into here.
SUMS = {
    "02_undisturbed_slow_rotation_B": "2372be36c1f27839a180f5da645e31ba7b5dfb2a9b270b613b17f67741186429",
    "06_undisturbed_fast_rotation_A": "0101f7a1becae46ef91896ec5a8a3517ac195b57433d88b3434ba6d23dadb855",
    "08_undisturbed_fast_rotation_with_breaks_A": "5dfc3ed24b04663f8a68411d30447e79ee3891eded22e9690dd4dd1478484a6f",
    "12_undisturbed_slow_translation_C": "c35a838806f4f882f14506ba0f7dbeaa7ca128e814c6c108f70dd2d6baefc1c6",
    "15_undisturbed_fast_translation_A": "2e015a83d25609cd369847758e5e03ad6677aaeb95f85be8388adc1e5110a969",
    "18_undisturbed_fast_translation_with_breaks_B": "a48863d7518cbbf564a8ac36241bc6806b1b48914976a5ced121f27155ec66a6",
    "21_undisturbed_fast_combined": "4ab1359c4bdee1d57e7827abc38ea7e0a5444e84ac0df741a846c16f210760d4",
    "24_disturbed_tapping_A": "7ce4fc83ddc9e8a2190a4f1649d5c2eeec9acae1b2f0b6ca2b776dde543673dc",
    "27_disturbed_phone_vibration_B": "3ecfacb25420a3e00e53eaa11cfada6f96e9b9cd9bbcf27560544a062f61df9c",
    "32_disturbed_attached_magnet_1cm": "314cc1a2cd98bfb4b9de9524741106b00e13eb27d6b5d9c82ee0ea20d8eb89ea",
}


@dataclass
class Trial:
    """Samples with their times in seconds; the reference is NaN where the cameras saw nothing."""

    name: str
    time: np.ndarray
    acceleration: np.ndarray
    rate: np.ndarray
    reference: np.ndarray
    moving: np.ndarray

    @property
    def judged(self):
        return self.moving & ~np.isnan(self.reference[:, 0])


def load(folder):
    return [read(folder / f"{name}.csv") for name in SUMS]


def read(path):
    d = np.genfromtxt(path, delimiter=",", skip_header=1)
    return Trial(path.stem, d[:, 0] * 1e-9, d[:, 1:4].copy(), d[:, 4:7].copy(), d[:, 7:11].copy(), d[:, 11] == 1)


def find(root, fetched):
    """The folder that holds all ten: beside the repository, or where `fetch` put them."""
    for folder in [root / "../shared/motion/broad", root / "../../shared/motion/broad", fetched]:
        if all((folder / f"{name}.csv").exists() for name in SUMS):
            return folder.resolve()
    return None


def fetch(folder):
    """Gets the ten trials and writes them as CSV, each only if its sum is as expected."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, expected in SUMS.items():
        print(f"fetching {name}", file=sys.stderr)
        with urllib.request.urlopen(f"{REPOSITORY}/{COMMIT}/data_mat/{name}.mat") as answer:
            text = as_csv(answer.read())
        found = hashlib.sha256(text.encode()).hexdigest()
        if found != expected:
            sys.exit(f"attitude: {name} is not what was expected: SHA-256 {found}")
        pathlib.Path(folder / f"{name}.csv").write_text(text)


def as_csv(mat):
    from scipy.io import loadmat

    data = loadmat(io.BytesIO(mat), squeeze_me=True)
    lines = [HEADER]
    for k, (a, w, q, moves) in enumerate(zip(data["imu_acc"], data["imu_gyr"], data["opt_quat"], data["movement"])):
        reference = ",,," if np.isnan(q[0]) else ",".join(f"{x:.6f}" for x in q)
        sensors = ",".join([*(f"{x:.5f}" for x in a), *(f"{x:.6f}" for x in w)])
        lines.append(f"{round(k * PERIOD * 1e9)},{sensors},{reference},{int(moves)}\n")
    return "".join(lines)
