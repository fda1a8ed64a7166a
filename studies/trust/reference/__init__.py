"""An independent reference for random mechanisms: own equations of motion, integrated by SciPy.

Nothing here shares code with the engine. Bodies in space have absolute coordinates with constraints at the level of accelerations
(`spatial`), torsional trains have minimal coordinates and a stick-slip automaton (`trains`). Each model is written twice from one set of random
numbers: as a model file for the program, and as data for the reference.
"""
