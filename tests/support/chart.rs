//! The curve as a drawing, and where it meets the limits of the network.

use super::figures::Figures;
use std::fmt::Write;

/// Limits of the public network for one transaction, as the SDK's test host has them.
pub const INSTRUCTIONS: f64 = 600_000_000.;
pub const MEMORY: f64 = 41_943_040.;
pub const ENTRY: f64 = 65_536.;
pub const WRITTEN: f64 = 132_096.;

/// What is measured at several numbers of entities, by the prefix of its rows.
pub struct Series {
    prefix: &'static str,
    pub title: &'static str,
    colour: &'static str,
}

pub const CHECKERS: Series = Series {
    prefix: "checkers",
    title: "a step of this contract",
    colour: "#b02a30",
};
pub const STORED: Series = Series {
    prefix: "stored",
    title: "world stored as it is: a tick",
    colour: "#1f5fa8",
};
pub const PACKED: Series = Series {
    prefix: "packed",
    title: "world packed: a tick",
    colour: "#2e7d32",
};
pub const STORED_START: Series = Series {
    prefix: "stored-start",
    title: "world stored as it is: the first call",
    colour: "#7a52a0",
};

impl Series {
    /// The measured points of a column: number of entities, count.
    pub fn points(&self, curve: &Figures, column: &str) -> Vec<(f64, f64)> {
        let rows = curve.rows.iter().filter_map(|(row, _)| {
            let (prefix, entities) = row.rsplit_once('-')?;
            (prefix == self.prefix).then(|| (entities.parse().unwrap(), curve.get(row, column)))
        });
        rows.collect()
    }
}

/// A polynomial of second degree, lowest power first.
#[derive(Clone, Copy, Debug)]
pub struct Fit(pub [f64; 3]);

impl Fit {
    /// The least squares of the relative errors.
    pub fn of(points: &[(f64, f64)]) -> Fit {
        let mut equations = [[0.; 4]; 3];
        for &(x, y) in points {
            let terms = [1. / y, x / y, x * x / y, 1.];
            for (equation, term) in equations.iter_mut().zip(terms) {
                for (sum, other) in equation.iter_mut().zip(terms) {
                    *sum += term * other;
                }
            }
        }
        for pivot in 0..3 {
            let row = equations[pivot].map(|number| number / equations[pivot][pivot]);
            equations[pivot] = row;
            for (i, equation) in equations.iter_mut().enumerate() {
                let factor = equation[pivot];
                if i != pivot {
                    for (number, other) in equation.iter_mut().zip(row) {
                        *number -= factor * other;
                    }
                }
            }
        }
        Fit(equations.map(|equation| equation[3]))
    }

    pub fn at(&self, x: f64) -> f64 {
        let Fit([a, b, c]) = self;
        a + b * x + c * x * x
    }

    /// The first number of entities with which a limit is exceeded, as far as the drawing goes.
    pub fn exceeds(&self, limit: f64) -> Option<u32> {
        (1..=10_000).find(|&entities| self.at(entities.into()) > limit)
    }
}

const PANEL: (f64, f64) = (460., 360.);
const TOP: f64 = 50.;
/// The axis of entities ends at this power of ten.
const MOST: f64 = 4.;

/// One half of the drawing. Both axes are logarithmic.
struct Panel {
    left: f64,
    title: &'static str,
    column: &'static str,
    /// Powers of ten at which the axis of the counts begins and ends.
    range: (f64, f64),
    /// Names of the powers of ten, from the first.
    ticks: &'static [&'static str],
    limits: &'static [(&'static str, f64)],
    series: &'static [(&'static Series, (f64, f64))],
}

/// Where a series has its label is given by hand, in the panel: entities, count.
const PANELS: [Panel; 2] = [
    Panel {
        left: 70.,
        title: "CPU instructions of a call",
        column: "cpu",
        range: (4., 9.),
        ticks: &["10 K", "100 K", "1 M", "10 M", "100 M", "1 G"],
        limits: &[("600 M instructions", INSTRUCTIONS)],
        series: &[
            (&CHECKERS, (1.3, 3_000_000.)),
            (&STORED, (170., 3_200_000.)),
            (&PACKED, (1.3, 130_000_000.)),
            (&STORED_START, (1.3, 230_000.)),
        ],
    },
    Panel {
        left: 620.,
        title: "bytes of the stored entry",
        column: "bytes_written",
        range: (2., 6.),
        ticks: &["100", "1 K", "10 K", "100 K", "1 M"],
        limits: &[("64 KB an entry", ENTRY), ("132 KB written", WRITTEN)],
        series: &[
            (&CHECKERS, (2., 260.)),
            (&STORED, (1.3, 6_000.)),
            (&PACKED, (90., 180.)),
        ],
    },
];

impl Panel {
    fn x(&self, entities: f64) -> f64 {
        self.left + entities.log10() / MOST * PANEL.0
    }

    fn y(&self, count: f64) -> f64 {
        let (low, high) = self.range;
        TOP + PANEL.1 * (high - count.log10()) / (high - low)
    }

    fn path(&self, points: impl Iterator<Item = (f64, f64)>) -> String {
        let points = points.map(|(x, y)| format!("{:.1},{:.1}", self.x(x), self.y(y)));
        points.collect::<Vec<_>>().join(" ")
    }

    fn draw(&self, svg: &mut String, curve: &Figures) -> std::fmt::Result {
        let (right, bottom) = (self.left + PANEL.0, TOP + PANEL.1);
        let middle = self.left + PANEL.0 / 2.;
        writeln!(
            svg,
            r#"<text x="{middle}" y="28" text-anchor="middle" font-weight="bold">{}</text>
<text x="{middle}" y="{}" text-anchor="middle">entities</text>"#,
            self.title,
            bottom + 42.
        )?;
        for (i, label) in self.ticks.iter().enumerate() {
            let y = self.y(10f64.powf(self.range.0 + i as f64));
            writeln!(
                svg,
                r##"<path d="M{} {y:.1}H{right}" stroke="#ddd"/>
<text x="{}" y="{:.1}" text-anchor="end">{label}</text>"##,
                self.left,
                self.left - 6.,
                y + 4.
            )?;
        }
        for (i, label) in ["1", "10", "100", "1,000", "10,000"].iter().enumerate() {
            let x = self.x(10f64.powi(i as i32));
            writeln!(
                svg,
                r##"<path d="M{x:.1} {TOP}V{bottom}" stroke="#ddd"/>
<text x="{x:.1}" y="{}" text-anchor="middle">{label}</text>"##,
                bottom + 18.
            )?;
        }
        for (label, limit) in self.limits {
            let y = self.y(*limit);
            writeln!(
                svg,
                r##"<path d="M{} {y:.1}H{right}" stroke="#333" stroke-width="1.5"/>
<text x="{}" y="{:.1}">{label}</text>"##,
                self.left,
                self.left + 6.,
                y - 5.
            )?;
        }
        for (series, (label_x, label_y)) in self.series {
            let (points, colour) = (series.points(curve, self.column), series.colour);
            writeln!(
                svg,
                r#"<polyline points="{}" fill="none" stroke="{colour}" stroke-width="2"/>"#,
                self.path(points.iter().copied())
            )?;
            for &(x, y) in &points {
                let (x, y) = (self.x(x), self.y(y));
                writeln!(
                    svg,
                    r#"<circle cx="{x:.1}" cy="{y:.1}" r="3" fill="{colour}"/>"#
                )?;
            }
            // Draughts has no more than its 24 pieces.
            if series.prefix != CHECKERS.prefix {
                let (fit, last) = (Fit::of(&points), points.last().unwrap().0);
                let steps = (0..=40).map(|i| last * (10f64.powf(MOST) / last).powf(i as f64 / 40.));
                let beyond = steps.map(|x| (x, fit.at(x)));
                let beyond = beyond.take_while(|(_, y)| y.log10() < self.range.1);
                writeln!(
                    svg,
                    r#"<polyline points="{}" fill="none" stroke="{colour}" stroke-dasharray="4 4"/>"#,
                    self.path(beyond)
                )?;
            }
            writeln!(
                svg,
                r#"<text x="{:.1}" y="{:.1}" fill="{colour}">{}</text>"#,
                self.x(*label_x),
                self.y(*label_y),
                series.title
            )?;
        }
        Ok(())
    }
}

/// The drawing, an SVG. Points are measured, dashed lines are fits beyond them.
pub fn draw(curve: &Figures) -> String {
    let mut svg = String::from(
        r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1110 470" font-family="sans-serif" font-size="13">
<title>Cost of a call against the number of entities</title>
<rect width="1110" height="470" fill="#fff"/>
"##,
    );
    for panel in &PANELS {
        panel.draw(&mut svg, curve).unwrap();
    }
    svg.push_str("</svg>\n");
    svg
}
