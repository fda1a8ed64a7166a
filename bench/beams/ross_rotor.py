"""Modes of the rotor in ROSS: ross_rotor.py ELEMENTS_OF_EACH_HALF prints whirl frequencies in Hz and CPU seconds, after import and a first run."""

import sys
import time

import numpy as np
import ross

N = int(sys.argv[1])
steel = ross.Material("steel", rho=7810, E=211e9, G_s=81.2e9)
shaft = [ross.ShaftElement(L=1.5 / (2 * N), idl=0, odl=0.05, material=steel, shear_effects=True, rotary_inertia=True, gyroscopic=True)
         for _ in range(2 * N)]
disc = ross.DiskElement(n=N, m=30.0, Id=0.16, Ip=0.3)
bearings = [ross.BearingElement(n=n, kxx=1e7, kyy=1e7, cxx=1e3, cyy=1e3, kzz=1e6) for n in (0, 2 * N)]
rotor = ross.Rotor(shaft, [disc], bearings)
rotor.run_modal(speed=299.0, num_modes=16)
begin = time.process_time()
modal = rotor.run_modal(speed=300.0, num_modes=16)
print(np.array2string(np.sort(modal.wd)[:8] / 2 / np.pi, precision=6), time.process_time() - begin)
