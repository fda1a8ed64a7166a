//! The page in one file, for hosts without a server.

use halfshaft_results::flexible::Flexible;
use halfshaft_results::scene::Scene;
use halfshaft_viewer::{Page, Subject, offline_page};

#[test]
fn a_model_becomes_one_page_whose_data_cannot_close_their_element() {
    if Page::embedded().is_err() {
        // Built without Node.js: the reason is given instead of a page.
        return assert!(offline_page(&[], 1).unwrap_err().contains("without its viewer"));
    }
    let scene = Scene { title: "</script><b>".into(), ..Scene::default() };
    let page = offline_page(&[Subject::model(scene, Flexible::default())], 10).unwrap();
    assert!(page.contains("<h1 id=\"title\">&lt;/script&gt;&lt;b&gt;</h1>"));
    assert!(!page.contains("</script><b>"));
}

#[test]
fn without_a_subject_there_is_no_page() {
    assert!(offline_page(&[], 10).is_err());
}
