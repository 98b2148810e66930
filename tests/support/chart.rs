//! The curve as a drawing, and where it meets the limits of the network.

use super::figures::Figures;
use plotters::coord::Shift;
use plotters::prelude::*;
use std::error::Error;

/// Limits of the public network for one transaction, as the SDK's test host has them.
pub const INSTRUCTIONS: f64 = 600_000_000.;
pub const MEMORY: f64 = 41_943_040.;
pub const ENTRY: f64 = 65_536.;
pub const WRITTEN: f64 = 132_096.;

/// What is measured at several numbers of entities, by the prefix of its rows.
pub struct Series {
    prefix: &'static str,
    pub title: &'static str,
    colour: RGBColor,
}

pub const CHECKERS: Series = Series {
    prefix: "checkers",
    title: "a step of this contract",
    colour: RGBColor(0xb0, 0x2a, 0x30),
};
pub const STORED: Series = Series {
    prefix: "stored",
    title: "world stored as it is: a tick",
    colour: RGBColor(0x1f, 0x5f, 0xa8),
};
pub const PACKED: Series = Series {
    prefix: "packed",
    title: "world packed: a tick",
    colour: RGBColor(0x2e, 0x7d, 0x32),
};
pub const STORED_START: Series = Series {
    prefix: "stored-start",
    title: "world stored as it is: the first call",
    colour: RGBColor(0x7a, 0x52, 0xa0),
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

/// One half of the drawing. Both axes are logarithmic.
struct Panel {
    title: &'static str,
    column: &'static str,
    counts: (f64, f64),
    limits: &'static [(&'static str, f64)],
    series: &'static [&'static Series],
}

const PANELS: [Panel; 2] = [
    Panel {
        title: "CPU instructions of a call",
        column: "cpu",
        counts: (1e4, 1e10),
        limits: &[("600 M instructions", INSTRUCTIONS)],
        series: &[&CHECKERS, &STORED, &PACKED, &STORED_START],
    },
    Panel {
        title: "bytes of the stored entry",
        column: "bytes_written",
        counts: (1e1, 1e6),
        limits: &[("64 KB an entry", ENTRY), ("132 KB written", WRITTEN)],
        series: &[&CHECKERS, &STORED, &PACKED],
    },
];

/// The axis of entities ends here.
const MOST: f64 = 10_000.;

/// A count in few letters.
fn short(count: &f64) -> String {
    match *count {
        giga if giga >= 1e9 => format!("{} G", giga / 1e9),
        mega if mega >= 1e6 => format!("{} M", mega / 1e6),
        kilo if kilo >= 1e3 => format!("{} K", kilo / 1e3),
        count => count.to_string(),
    }
}

impl Panel {
    fn draw(
        &self,
        area: &DrawingArea<SVGBackend, Shift>,
        curve: &Figures,
    ) -> Result<(), Box<dyn Error>> {
        let font = ("sans-serif", 16);
        let (least, most) = self.counts;
        let mut chart = ChartBuilder::on(area)
            .caption(self.title, ("sans-serif", 17, FontStyle::Bold))
            .margin(15)
            .x_label_area_size(40)
            .y_label_area_size(60)
            .build_cartesian_2d((1. ..MOST).log_scale(), (least..most).log_scale())?;
        chart
            .configure_mesh()
            .bold_line_style(RGBColor(0xdd, 0xdd, 0xdd))
            .light_line_style(TRANSPARENT)
            .label_style(font)
            .x_desc("entities")
            .x_label_formatter(&short)
            .y_label_formatter(&short)
            .draw()?;
        for &(label, limit) in self.limits {
            chart.draw_series(LineSeries::new([(1., limit), (MOST, limit)], BLACK))?;
            let label = Text::new(label, (5, -16), font);
            chart.draw_series([EmptyElement::at((1., limit)) + label])?;
        }
        for &series in self.series {
            let (points, colour) = (series.points(curve, self.column), series.colour);
            // It would be drawn at the edge.
            let is_beyond = |(_, count): &(f64, f64)| !(least..most).contains(count);
            assert!(
                !points.iter().any(is_beyond),
                "{} leaves the axis",
                series.title
            );
            let line = LineSeries::new(points.clone(), colour.filled().stroke_width(2));
            chart
                .draw_series(line.point_size(3))?
                .label(series.title)
                .legend(move |(x, y)| PathElement::new([(x, y), (x + 20, y)], colour));
            // Draughts has no more than its 24 pieces.
            if series.prefix != CHECKERS.prefix {
                let (fit, last) = (Fit::of(&points), points.last().unwrap().0);
                let steps = (0..=40).map(|i| last * (MOST / last).powf(i as f64 / 40.));
                let beyond = steps.map(|x| (x, fit.at(x)));
                let beyond = beyond.take_while(|&(_, count)| count < most);
                chart.draw_series(DashedLineSeries::new(beyond, 4, 4, colour.into()))?;
            }
        }
        chart
            .configure_series_labels()
            .label_font(font)
            .position(SeriesLabelPosition::LowerRight)
            .draw()?;
        Ok(())
    }
}

/// The drawing, an SVG. Points are measured, dashed lines are fits beyond them.
pub fn draw(curve: &Figures) -> String {
    let mut svg = String::new();
    let area = SVGBackend::with_string(&mut svg, (1110, 470)).into_drawing_area();
    area.fill(&WHITE).unwrap();
    for (panel, area) in PANELS.iter().zip(area.split_evenly((1, 2))) {
        panel.draw(&area, curve).unwrap();
    }
    drop(area);
    svg
}
