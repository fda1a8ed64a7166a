mod cases;
mod mesh;
fn main() {}
