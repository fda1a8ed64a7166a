//! Coefficients of the Magic Formula 5.2 and 6.1, by the names of tyre property files.

macro_rules! coefficients {
    ($($field:ident = $default:literal;)*) => {
        /// The coefficients that the formula uses, each named as in a tyre property file; those that a file omits have
        /// no effect.
        #[allow(missing_docs)]
        #[derive(Clone, Debug, PartialEq)]
        pub struct Coefficients { $(pub $field: f64,)* }

        impl Default for Coefficients {
            fn default() -> Self {
                Coefficients { $($field: $default,)* }
            }
        }

        impl Coefficients {
            /// Their names, in lower case.
            pub const NAMES: &'static [&'static str] = &[$(stringify!($field),)*];

            /// Sets a coefficient by its name, in any case; returns whether there is such a coefficient.
            pub fn set(&mut self, name: &str, value: f64) -> bool {
                $(if name.eq_ignore_ascii_case(stringify!($field)) {
                    self.$field = value;
                    return true;
                })*
                false
            }
        }
    };
}

coefficients! {
    // Nominal state.
    fnomin = 4000.0; unloaded_radius = 0.3; longvl = 16.7; nompres = 2.0e5; inflpres = 2.0e5;
    vertical_stiffness = 2.0e5; vertical_damping = 50.0; longitudinal_stiffness = 0.0; lateral_stiffness = 0.0;
    breff = 0.0; dreff = 0.0; freff = 0.0; qfz1 = 0.0; qfz2 = 0.0;
    // Scaling factors.
    lfzo = 1.0; lcx = 1.0; lmux = 1.0; lex = 1.0; lkx = 1.0; lhx = 1.0; lvx = 1.0; lgax = 1.0;
    lcy = 1.0; lmuy = 1.0; ley = 1.0; lky = 1.0; lhy = 1.0; lvy = 1.0; lgay = 1.0; lkyc = 1.0; lkzc = 1.0;
    ltr = 1.0; lres = 1.0; lgaz = 1.0; lxal = 1.0; lyka = 1.0; lvyka = 1.0; ls = 1.0;
    lsgkp = 1.0; lsgal = 1.0; lmx = 1.0; lvmx = 1.0; lmy = 1.0;
    // Longitudinal force.
    pcx1 = 0.0; pdx1 = 0.0; pdx2 = 0.0; pdx3 = 0.0; pex1 = 0.0; pex2 = 0.0; pex3 = 0.0; pex4 = 0.0;
    pkx1 = 0.0; pkx2 = 0.0; pkx3 = 0.0; phx1 = 0.0; phx2 = 0.0; pvx1 = 0.0; pvx2 = 0.0;
    ppx1 = 0.0; ppx2 = 0.0; ppx3 = 0.0; ppx4 = 0.0;
    rbx1 = 0.0; rbx2 = 0.0; rbx3 = 0.0; rcx1 = 0.0; rex1 = 0.0; rex2 = 0.0; rhx1 = 0.0;
    ptx1 = 0.0; ptx2 = 0.0; ptx3 = 0.0;
    // Side force.
    pcy1 = 0.0; pdy1 = 0.0; pdy2 = 0.0; pdy3 = 0.0; pey1 = 0.0; pey2 = 0.0; pey3 = 0.0; pey4 = 0.0; pey5 = 0.0;
    pky1 = 0.0; pky2 = 0.0; pky3 = 0.0; pky4 = 2.0; pky5 = 0.0; pky6 = 0.0; pky7 = 0.0;
    phy1 = 0.0; phy2 = 0.0; phy3 = 0.0; pvy1 = 0.0; pvy2 = 0.0; pvy3 = 0.0; pvy4 = 0.0;
    ppy1 = 0.0; ppy2 = 0.0; ppy3 = 0.0; ppy4 = 0.0; ppy5 = 0.0;
    rby1 = 0.0; rby2 = 0.0; rby3 = 0.0; rby4 = 0.0; rcy1 = 0.0; rey1 = 0.0; rey2 = 0.0; rhy1 = 0.0; rhy2 = 0.0;
    rvy1 = 0.0; rvy2 = 0.0; rvy3 = 0.0; rvy4 = 0.0; rvy5 = 0.0; rvy6 = 0.0;
    pty1 = 0.0; pty2 = 0.0;
    // Moments.
    qsx1 = 0.0; qsx2 = 0.0; qsx3 = 0.0; qsx4 = 0.0; qsx5 = 0.0; qsx6 = 0.0; qsx7 = 0.0; qsx8 = 0.0; qsx9 = 0.0;
    qsx10 = 0.0; qsx11 = 0.0; ppmx1 = 0.0;
    qsy1 = 0.0; qsy2 = 0.0; qsy3 = 0.0; qsy4 = 0.0; qsy5 = 0.0; qsy6 = 0.0; qsy7 = 1.0; qsy8 = 0.0;
    qbz1 = 0.0; qbz2 = 0.0; qbz3 = 0.0; qbz4 = 0.0; qbz5 = 0.0; qbz6 = 0.0; qbz9 = 0.0; qbz10 = 0.0; qcz1 = 0.0;
    qdz1 = 0.0; qdz2 = 0.0; qdz3 = 0.0; qdz4 = 0.0; qdz6 = 0.0; qdz7 = 0.0; qdz8 = 0.0; qdz9 = 0.0; qdz10 = 0.0;
    qdz11 = 0.0; qez1 = 0.0; qez2 = 0.0; qez3 = 0.0; qez4 = 0.0; qez5 = 0.0;
    qhz1 = 0.0; qhz2 = 0.0; qhz3 = 0.0; qhz4 = 0.0; ppz1 = 0.0; ppz2 = 0.0;
    ssz1 = 0.0; ssz2 = 0.0; ssz3 = 0.0; ssz4 = 0.0;
}

impl Coefficients {
    /// F_z0' = λ_Fz0 F_z0, in newtons.
    pub fn nominal_load(&self) -> f64 {
        self.lfzo * self.fnomin
    }

    /// The vertical stiffness: that of the file, or the secant of its load curve at the nominal load, in N/m.
    pub fn radial_stiffness(&self) -> f64 {
        if self.qfz1 == 0.0 {
            return self.vertical_stiffness;
        }
        // F_z0 = F_z0 (q₁ x + q₂ x²) with x = ρ/R₀.
        let [q1, q2] = [self.qfz1, self.qfz2];
        let x = if q2.abs() < 1e-12 { 1.0 / q1 } else { (-q1 + (q1 * q1 + 4.0 * q2).sqrt()) / (2.0 * q2) };
        self.fnomin / (x * self.unloaded_radius)
    }
}
