"""A residual for SciPy's `least_squares`: with which friction does the flywheel stop after 120 rad?"""

from pathlib import Path

from scipy.optimize import least_squares

import halfshaft as hs

MODEL = Path(__file__).resolve().parents[2] / "examples" / "friction" / "flywheel.toml"
ANGLE = 120.0
# ω² J = 2 φ μ m g r
EXACT = 60.0**2 * 0.004 / (2 * ANGLE * 5 * 9.81 * 0.01)


def main() -> None:
    residual = hs.Residual(hs.Model(MODEL), vary={"mu": "1"}, to={"angle at rest": ANGLE})
    found = least_squares(residual, [0.1], bounds=([0.09], [0.2]), diff_step=1e-4).x[0]
    assert abs(found / EXACT - 1) < 1e-5, found
    print(f"SciPy: mu = {found:.6f}, exactly {EXACT:.6f}")


if __name__ == "__main__":
    main()
