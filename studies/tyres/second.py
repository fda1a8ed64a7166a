"""A second Magic Formula 5.2 and 6.1, for comparison.

Written from the published equations (Pacejka, Tire and Vehicle Dynamics, 3rd edition, eqs. 4.E1-4.E78; for 5.2 the PAC2002 section of the
Adams/Tire documentation), with the coefficients in a dictionary and every quantity under its printed symbol. It shares no code with halfshaft.
"""

from math import atan, cos, copysign, exp, pi, sin, sqrt, tan


def read(path):
    """Coefficients and words of a tyre property file."""
    values = {}
    with open(path) as lines:
        for line in lines:
            line = line.split("$")[0].split("!")[0]
            if "=" in line:
                key, value = (part.strip() for part in line.split("=", 1))
                try:
                    values[key] = float(value)
                except ValueError:
                    values[key] = value.strip("'\" ")
    return values


def sgn(x):
    return copysign(1.0, x)


def forces(P, kappa, alpha, gamma, Fz, V):
    """Fx, Fy, Mx, My, Mz in the ISO axes."""
    p = lambda name, default=0.0: P.get(name, default)
    L = lambda name: P.get(name, 1.0)
    new = P.get("FITTYP") == 61
    R0, V0 = P["UNLOADED_RADIUS"], p("LONGVL", 16.7)
    Fz0 = P["FNOMIN"]
    Fz0_ = L("LFZO") * Fz0
    dfz = (Fz - Fz0_) / Fz0_
    dpi = (p("INFLPRES", p("NOMPRES", 2e5)) - p("NOMPRES", 2e5)) / p("NOMPRES", 2e5) if new else 0.0

    # Longitudinal force, pure slip (4.E9-4.E18).
    gx = gamma * L("LGAX")
    Cx = p("PCX1") * L("LCX")
    mux = (p("PDX1") + p("PDX2") * dfz) * (1 - p("PDX3") * gx**2) * L("LMUX")
    Kxk = Fz * (p("PKX1") + p("PKX2") * dfz) * exp(p("PKX3") * dfz) * L("LKX")
    if new:
        mux *= 1 + p("PPX3") * dpi + p("PPX4") * dpi**2
        Kxk *= 1 + p("PPX1") * dpi + p("PPX2") * dpi**2
    Dx = mux * Fz
    SHx = (p("PHX1") + p("PHX2") * dfz) * L("LHX")
    SVx = Fz * (p("PVX1") + p("PVX2") * dfz) * L("LVX") * L("LMUX")
    kx = kappa + SHx
    Ex = min(1.0, (p("PEX1") + p("PEX2") * dfz + p("PEX3") * dfz**2) * (1 - p("PEX4") * sgn(kx)) * L("LEX"))
    Bx = Kxk / (Cx * Dx)
    Fx0 = Dx * sin(Cx * atan(Bx * kx - Ex * (Bx * kx - atan(Bx * kx)))) + SVx

    # Side force, pure slip (4.E19-4.E30).
    gy = gamma * L("LGAY")
    Cy = p("PCY1") * L("LCY")
    muy = (p("PDY1") + p("PDY2") * dfz) * (1 - p("PDY3") * gy**2) * L("LMUY")
    if new:
        muy *= 1 + p("PPY3") * dpi + p("PPY4") * dpi**2
        Kya = (
            p("PKY1") * Fz0_ * (1 + p("PPY1") * dpi) * (1 - p("PKY3") * abs(gy))
            * sin(p("PKY4", 2.0) * atan((Fz / Fz0_) / ((p("PKY2") + p("PKY5") * gamma**2) * (1 + p("PPY2") * dpi)))) * L("LKY")
        )
        Kyg0 = Fz * (p("PKY6") + p("PKY7") * dfz) * (1 + p("PPY5") * dpi) * L("LKYC")
        SVyg = Fz * (p("PVY3") + p("PVY4") * dfz) * gy * L("LKYC") * L("LMUY")
        SHy = (p("PHY1") + p("PHY2") * dfz) * L("LHY") + (Kyg0 * gy - SVyg) / Kya
    else:
        Kya = p("PKY1") * Fz0_ * sin(2 * atan(Fz / (p("PKY2") * Fz0_))) * (1 - p("PKY3") * abs(gy)) * L("LKY")
        SVyg = Fz * (p("PVY3") + p("PVY4") * dfz) * gy * L("LMUY")
        SHy = (p("PHY1") + p("PHY2") * dfz) * L("LHY") + p("PHY3") * gy
    SVy = Fz * (p("PVY1") + p("PVY2") * dfz) * L("LVY") * L("LMUY") + SVyg
    Dy = muy * Fz
    By = Kya / (Cy * Dy)
    ay = alpha + SHy
    inner = 1 - (p("PEY3") + p("PEY4") * gy) * sgn(ay) + (p("PEY5") * gy**2 if new else 0.0)
    Ey = min(1.0, (p("PEY1") + p("PEY2") * dfz) * inner * L("LEY"))
    Fy0 = Dy * sin(Cy * atan(By * ay - Ey * (By * ay - atan(By * ay)))) + SVy

    # Combined slip (4.E50-4.E67).
    def G(B, C, E, x, SH):
        value = lambda z: cos(C * atan(B * z - min(1.0, E) * (B * z - atan(B * z))))
        return value(x + SH) / value(SH)

    Bxa = (p("RBX1") + (p("RBX3") * gamma**2 if new else 0.0)) * cos(atan(p("RBX2") * kappa)) * L("LXAL")
    Byk = (p("RBY1") + (p("RBY4") * gamma**2 if new else 0.0)) * cos(atan(p("RBY2") * (alpha - p("RBY3")))) * L("LYKA")
    DVyk = muy * Fz * (p("RVY1") + p("RVY2") * dfz + p("RVY3") * gamma) * cos(atan(p("RVY4") * alpha))
    SVyk = DVyk * sin(p("RVY5") * atan(p("RVY6") * kappa)) * L("LVYKA")
    Fx = G(Bxa, p("RCX1"), p("REX1") + p("REX2") * dfz, alpha, p("RHX1")) * Fx0
    Fy_ = G(Byk, p("RCY1"), p("REY1") + p("REY2") * dfz, kappa, p("RHY1") + p("RHY2") * dfz) * Fy0
    Fy = Fy_ + SVyk

    # Overturning and rolling resistance moments (4.E69, 4.E70).
    f = Fy / Fz0
    Mx = p("QSX1") * L("LVMX") - p("QSX2") * gamma * (1 + p("PPMX1") * dpi) + p("QSX3") * f
    if new:
        Mx += p("QSX4") * cos(p("QSX5") * atan((p("QSX6") * Fz / Fz0) ** 2)) * sin(p("QSX7") * gamma + p("QSX8") * atan(p("QSX9") * f))
        Mx += p("QSX10") * atan(p("QSX11") * Fz / Fz0) * gamma
    Mx *= R0 * Fz * L("LMX")
    roll = p("QSY1") + p("QSY2") * Fx / Fz0 + p("QSY3") * abs(V / V0) + p("QSY4") * (V / V0) ** 4
    if new:
        roll += (p("QSY5") + p("QSY6") * Fz / Fz0) * gamma**2
        roll *= Fz0 * (Fz / Fz0) ** p("QSY7", 1.0) * (p("INFLPRES", 2e5) / p("NOMPRES", 2e5)) ** p("QSY8")
    else:
        roll *= Fz
    My = -R0 * roll * L("LMY")

    # Aligning moment (4.E31-4.E49, 4.E71-4.E78).
    gz = gamma * L("LGAZ")
    Bt = (p("QBZ1") + p("QBZ2") * dfz + p("QBZ3") * dfz**2) * L("LKY") / L("LMUY")
    Bt *= 1 + p("QBZ5") * abs(gz) + p("QBZ6") * gz**2 if new else 1 + p("QBZ4") * gz + p("QBZ5") * abs(gz)
    Ct = p("QCZ1")
    lean = abs(gz) if new else gz
    Dt = Fz * (p("QDZ1") + p("QDZ2") * dfz) * (1 + p("QDZ3") * lean + p("QDZ4") * gz**2) * R0 / Fz0_ * L("LTR")
    Dt *= 1 - p("PPZ1") * dpi
    at = alpha + p("QHZ1") + p("QHZ2") * dfz + (p("QHZ3") + p("QHZ4") * dfz) * gz
    Et = (p("QEZ1") + p("QEZ2") * dfz + p("QEZ3") * dfz**2) * (1 + (p("QEZ4") + p("QEZ5") * gz) * 2 / pi * atan(Bt * Ct * at))
    ar = alpha + SHy + SVy / Kya
    Br = p("QBZ9") * L("LKY") / L("LMUY") + p("QBZ10") * By * Cy
    Dr = (p("QDZ6") + p("QDZ7") * dfz) * L("LRES")
    if new:
        Dr += ((p("QDZ8") + p("QDZ9") * dfz) * (1 + p("PPZ2") * dpi) + (p("QDZ10") + p("QDZ11") * dfz) * abs(gz)) * gz * L("LKZC")
    else:
        Dr += (p("QDZ8") + p("QDZ9") * dfz) * gz
    Dr *= Fz * R0 * L("LMUY")
    eq = lambda a: atan(sqrt(tan(a) ** 2 + (Kxk / Kya * kappa) ** 2)) * sgn(a)
    bt = Bt * eq(at)
    t = Dt * cos(Ct * atan(bt - min(1.0, Et) * (bt - atan(bt)))) * cos(alpha)
    Mzr = Dr * cos(atan(Br * eq(ar))) * cos(alpha)
    s = R0 * (p("SSZ1") + p("SSZ2") * Fy / Fz0_ + (p("SSZ3") + p("SSZ4") * dfz) * gz) * L("LS")
    Mz = -t * Fy_ + Mzr + s * Fx
    return dict(fx=Fx, fy=Fy, mx=Mx, my=My, mz=Mz)
