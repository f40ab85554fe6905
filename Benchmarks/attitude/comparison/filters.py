"""Lenticule and its peers: each turns a trial into quaternions, sensor to Earth."""

import csv
import pathlib
import subprocess
import sys
import tempfile

import ahrs
import imufusion
import numpy as np
import vqf

G = 9.80665


def period(trial):
    """The mean sample period, seconds: all that some filters know of time."""
    return float(np.mean(np.diff(trial.time)))


def arrays(trial):
    return np.ascontiguousarray(trial.rate), np.ascontiguousarray(trial.acceleration)


def run_vqf(trial):
    return vqf.VQF(period(trial)).updateBatch(*arrays(trial))["quat6D"]


def run_vqf_scaled(trial):
    """VQF knows one sample period only; scaling the rate gives it the true steps."""
    rate, acceleration = arrays(trial)
    steps = np.diff(trial.time, prepend=trial.time[0] - period(trial))
    return vqf.VQF(period(trial)).updateBatch(rate * (steps / period(trial))[:, None], acceleration)["quat6D"]


def run_basic_vqf(trial):
    return vqf.BasicVQF(period(trial)).updateBatch(*arrays(trial))["quat6D"]


def run_offline_vqf(trial):
    return vqf.offlineVQF(*arrays(trial), None, period(trial))["quat6D"]


def run_fusion(trial):
    """x-io Fusion, tuned on these trials, with its bias estimation; it takes the true steps."""
    filter, bias = imufusion.Ahrs(), imufusion.Bias()
    filter.set_settings(fusion_settings(1 / period(trial)))
    bias_settings = imufusion.BiasSettings()
    bias_settings.sample_rate = 1 / period(trial)
    bias.set_settings(bias_settings)
    steps = np.diff(trial.time, prepend=trial.time[0] - period(trial))
    out = np.empty((len(trial.time), 4))
    for k, (w, a, step) in enumerate(zip(np.degrees(trial.rate), trial.acceleration / G, steps)):
        filter.set_sample_period(step)
        filter.update_no_magnetometer(bias.update(w), a)
        out[k] = filter.get_quaternion()
    return out


def fusion_settings(rate):
    """Of the gains from 0.02 to 0.5 and rejections from none to 40 degrees the best here."""
    settings = imufusion.AhrsSettings()
    settings.convention = imufusion.CONVENTION_ENU
    settings.gain = 0.05
    settings.gyroscope_range = 2000
    settings.acceleration_rejection = 40
    settings.rejection_timeout = 2
    settings.sample_rate = rate
    return settings


def run_madgwick(trial):
    rate, acceleration = arrays(trial)
    return ahrs.filters.Madgwick(gyr=rate, acc=acceleration, Dt=period(trial), gain=0.033).Q


def run_mahony(trial):
    """Gains chosen on these trials; the package's own leave motion ten degrees off."""
    rate, acceleration = arrays(trial)
    return ahrs.filters.Mahony(gyr=rate, acc=acceleration, Dt=period(trial), k_P=0.1, k_I=0.001).Q


class Lenticule:
    """`lenticule angles` over a motion log."""

    def __init__(self, program):
        self.program = program

    def __call__(self, trial):
        with tempfile.TemporaryDirectory() as folder:
            log = pathlib.Path(folder, "trial.csv")
            write_log(log, trial)
            run = subprocess.run([self.program, "angles", log], stdout=subprocess.PIPE, text=True)
        if run.returncode != 0:
            sys.exit(f"attitude: {self.program} angles: exit status {run.returncode}")
        rows = csv.DictReader(run.stdout.splitlines())
        return np.array([[float(row[key] or "nan") for key in ("qw", "qx", "qy", "qz")] for row in rows])


def write_log(path, trial):
    with open(path, "w") as file:
        file.write("timestamp_ns,accel_x,accel_y,accel_z,gyro_x,gyro_y,gyro_z\n")
        for t, a, w in zip(trial.time, trial.acceleration.tolist(), trial.rate.tolist()):
            file.write(f"{round(t * 1e9)},{','.join(map(repr, a + w))}\n")


def all_filters(program):
    return {
        "Lenticule": Lenticule(program), "VQF": run_vqf, "VQF, rate scaled by dt/Ts": run_vqf_scaled,
        "BasicVQF": run_basic_vqf, "x-io Fusion, tuned, with bias": run_fusion, "Madgwick, gain 0.033": run_madgwick,
        "Mahony, tuned": run_mahony, "offline VQF (sees the future)": run_offline_vqf,
    }
