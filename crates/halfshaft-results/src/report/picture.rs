//! The picture of the mechanism.

use super::Run;
use crate::base64::encoded;
use crate::figure::escaped;
use crate::mesh::cropped_picture;

/// Its largest width and height in pixels.
const MOST: [u32; 2] = [640, 360];

/// The bodies at the design position; nothing for a train, which has its diagram.
pub(super) fn picture(run: &Run, out: &mut String) {
    let Some(picture) = cropped_picture(run.scene, run.flexible, MOST) else { return };
    let [width, height] = picture.size;
    let is_node = |name: &str| run.flexible.iter().any(|(of, _)| name.starts_with(&format!("{of}/")));
    let rigid = run.scene.bodies.iter().filter(|body| !is_node(&body.name)).count();
    let bodies = rigid + run.flexible.len();
    let word = if bodies == 1 { "body" } else { "bodies" };
    *out += &format!(
        "<figure><img decoding=\"async\" alt=\"{0}\" width=\"{width}\" height=\"{height}\" src=\"data:image/png;base64,{1}\">\
         <figcaption class=\"soft\">Design position, {bodies} {word}</figcaption></figure>\n",
        escaped(&run.scene.title),
        encoded(&picture.png)
    );
}
