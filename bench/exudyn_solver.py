"""How the benches of beams and of the crank train run Exudyn: generalized-α, modified Newton, one thread, no files."""

import time

import exudyn as exu


def solved(mbs, step, end, linear=exu.LinearSolverType.EigenSparse):
    """Assembles a system, integrates it in steps of one size, and returns the CPU seconds of the solver."""
    mbs.Assemble()
    settings = exu.SimulationSettings()
    settings.timeIntegration.numberOfSteps = round(end / step)
    settings.timeIntegration.endTime = end
    settings.timeIntegration.generalizedAlpha.spectralRadius = 0.8
    settings.timeIntegration.newton.useModifiedNewton = True
    settings.solutionSettings.writeSolutionToFile = False
    settings.timeIntegration.verboseMode = 0
    settings.linearSolverType = linear
    settings.parallel.numberOfThreads = 1
    begin = time.process_time()
    mbs.SolveDynamic(settings, showHints=False)
    return time.process_time() - begin
