"""The cost of a residual as the objective of Optuna: with which friction does the flywheel stop after 120 rad?"""

from pathlib import Path

import optuna

import halfshaft as hs

MODEL = Path(__file__).resolve().parents[2] / "examples" / "friction" / "flywheel.toml"
ANGLE = 120.0
# ω² J = 2 φ μ m g r
EXACT = 60.0**2 * 0.004 / (2 * ANGLE * 5 * 9.81 * 0.01)


def main() -> None:
    residual = hs.Residual(hs.Model(MODEL), vary={"mu": "1"}, to={"angle at rest": ANGLE})

    def objective(trial: optuna.Trial) -> float:
        return residual.cost([trial.suggest_float("mu", 0.09, 0.2)])

    optuna.logging.set_verbosity(optuna.logging.WARNING)
    study = optuna.create_study(sampler=optuna.samplers.TPESampler(seed=1))
    study.optimize(objective, n_trials=60)
    found = study.best_params["mu"]
    assert abs(found / EXACT - 1) < 0.02, found
    print(f"Optuna: mu = {found:.4f}, exactly {EXACT:.4f}")


if __name__ == "__main__":
    main()
