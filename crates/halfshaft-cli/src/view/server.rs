//! An HTTP server for the viewer page on the loopback address.
//!
//! A request must contain the random token in its path and name this server in the Host header; a page from another
//! origin can do neither, even with DNS rebinding. No request path reaches the file system: [`Server::answer`] lists all
//! resources.

use crate::output;
use halfshaft_viewer::{Page, Slice, Subject};
use std::io::{self, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// Maximum size of a request head, in bytes.
const MAX_HEAD: usize = 8192;
const TIMEOUT: Duration = Duration::from_secs(10);
/// Maximum number of concurrent requests.
const MAX_REQUESTS: usize = 32;
/// Maximum number of frames of the motion.
const FRAMES: usize = 4000;
const MAX_POINTS: usize = 20_000;

const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data: blob:; \
                      base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

pub(crate) struct Server {
    listener: TcpListener,
    shared: Arc<Shared>,
}

struct Shared {
    port: u16,
    token: String,
    subjects: Vec<Subject>,
    page: Page,
}

/// A response.
struct Answer {
    status: &'static str,
    kind: &'static str,
    body: Vec<u8>,
}

impl Answer {
    fn good(kind: &'static str, body: Vec<u8>) -> Self {
        Answer { status: "200 OK", kind, body }
    }

    fn plain(status: &'static str) -> Self {
        Answer { status, kind: "text/plain; charset=utf-8", body: status.as_bytes().to_vec() }
    }
}

impl Server {
    /// Listens on the loopback address; port 0 selects a free port.
    pub fn bind(port: u16, subjects: Vec<Subject>, page: Page) -> io::Result<Self> {
        let listener = TcpListener::bind(SocketAddr::from((Ipv4Addr::LOCALHOST, port)))?;
        let port = listener.local_addr()?.port();
        Ok(Server { listener, shared: Arc::new(Shared { port, token: token()?, subjects, page }) })
    }

    /// The address of the page.
    pub fn address(&self) -> String {
        format!("http://127.0.0.1:{}/{}/", self.shared.port, self.shared.token)
    }

    /// Serves requests until the process exits.
    pub fn run(&self) {
        let busy = Arc::new(AtomicUsize::new(0));
        for stream in self.listener.incoming().flatten() {
            if busy.fetch_add(1, Ordering::Relaxed) >= MAX_REQUESTS {
                busy.fetch_sub(1, Ordering::Relaxed);
                continue;
            }
            let (shared, own) = (self.shared.clone(), busy.clone());
            let spawned = std::thread::Builder::new().spawn(move || {
                // A client that disconnects is not an error.
                let _ = shared.serve(stream);
                own.fetch_sub(1, Ordering::Relaxed);
            });
            if spawned.is_err() {
                busy.fetch_sub(1, Ordering::Relaxed);
            }
        }
    }
}

/// 128 random bits from the operating system.
fn token() -> io::Result<String> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(|error| io::Error::other(error.to_string()))?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

impl Shared {
    fn serve(&self, mut stream: TcpStream) -> io::Result<()> {
        stream.set_read_timeout(Some(TIMEOUT))?;
        stream.set_write_timeout(Some(TIMEOUT))?;
        let (answer, head_only) = match request(&mut stream)? {
            Some(head) => (self.respond(&head), head.starts_with("HEAD ")),
            None => (Answer::plain("400 Bad Request"), false),
        };
        let head = format!(
            "HTTP/1.1 {}\r\nContent-Type: {}\r\nContent-Length: {}\r\nContent-Security-Policy: {POLICY}\r\n\
             X-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\nCache-Control: no-store\r\n\
             Cross-Origin-Resource-Policy: same-origin\r\nCross-Origin-Opener-Policy: same-origin\r\n\
             Connection: close\r\n\r\n",
            answer.status,
            answer.kind,
            answer.body.len()
        );
        stream.write_all(head.as_bytes())?;
        if !head_only {
            stream.write_all(&answer.body)?;
        }
        stream.flush()
    }

    /// Rejects all requests that do not come from this page.
    fn respond(&self, head: &str) -> Answer {
        let mut lines = head.split("\r\n");
        let mut words = lines.next().unwrap_or_default().split(' ');
        let (Some(method), Some(target), Some("HTTP/1.1" | "HTTP/1.0"), None) =
            (words.next(), words.next(), words.next(), words.next())
        else {
            return Answer::plain("400 Bad Request");
        };
        let headers: Vec<(String, &str)> = lines
            .filter_map(|line| line.split_once(':'))
            .map(|(name, value)| (name.to_ascii_lowercase(), value.trim()))
            .collect();
        let values = |wanted: &str| {
            headers.iter().filter(|(name, _)| name == wanted).map(|(_, value)| *value).collect::<Vec<_>>()
        };
        let allowed = [format!("127.0.0.1:{}", self.port), format!("localhost:{}", self.port)];
        match values("host")[..] {
            [host] if allowed.iter().any(|name| name == host) => {}
            _ => return Answer::plain("421 Misdirected Request"),
        }
        // Browsers report the origin of a request; other origins are rejected.
        if values("sec-fetch-site").iter().any(|site| !matches!(*site, "same-origin" | "none")) {
            return Answer::plain("403 Forbidden");
        }
        if !matches!(method, "GET" | "HEAD") {
            return Answer::plain("405 Method Not Allowed");
        }
        let (path, query) = target.split_once('?').unwrap_or((target, ""));
        let Some((token, rest)) = path.strip_prefix('/').and_then(|path| path.split_once('/')) else {
            return Answer::plain("403 Forbidden");
        };
        if !constant_time_eq(token, &self.token) {
            return Answer::plain("403 Forbidden");
        }
        self.answer(rest, query)
    }

    /// All resources.
    fn answer(&self, path: &str, query: &str) -> Answer {
        let parts: Vec<&str> = path.split('/').collect();
        let subject = |number: &str| number.parse::<usize>().ok().and_then(|i| self.subjects.get(i));
        match parts[..] {
            [""] => Answer::good("text/html; charset=utf-8", self.html().into_bytes()),
            ["boot.js"] => Answer::good("text/javascript; charset=utf-8", self.page.boot.as_bytes().to_vec()),
            ["viewer.js"] => Answer::good("text/javascript; charset=utf-8", self.page.script.as_bytes().to_vec()),
            ["viewer.css"] => Answer::good("text/css; charset=utf-8", self.page.style.as_bytes().to_vec()),
            ["data", number, "head.json"] => match subject(number) {
                Some(subject) => Answer::good("application/json", subject.head().to_string().into_bytes()),
                None => Answer::plain("404 Not Found"),
            },
            ["data", number, "motion"] => match subject(number).map(|subject| subject.motion_bytes(FRAMES)) {
                Some(Ok(bytes)) => Answer::good("application/octet-stream", bytes),
                Some(Err(error)) => internal_error(&error),
                None => Answer::plain("404 Not Found"),
            },
            ["data", number, "column", place] => {
                let column = subject(number).zip(place.parse().ok());
                match column.and_then(|(subject, place)| subject.column(place, slice(query))) {
                    Some(Ok((times, values))) => {
                        let numbers = times.iter().chain(&values);
                        Answer::good("application/octet-stream", numbers.flat_map(|n| n.to_le_bytes()).collect())
                    }
                    Some(Err(error)) => internal_error(&error),
                    None => Answer::plain("404 Not Found"),
                }
            }
            ["data", number, "flexible"] => match subject(number) {
                Some(subject) => Answer::good("application/octet-stream", subject.flexible_heads().to_vec()),
                None => Answer::plain("404 Not Found"),
            },
            ["data", number, "flexible", frame] => {
                let frame = subject(number).zip(frame.parse().ok());
                match frame.map(|(subject, frame)| subject.flexible_frame(frame)) {
                    Some(Ok(Some(bytes))) => Answer::good("application/octet-stream", bytes),
                    Some(Err(error)) => internal_error(&error),
                    _ => Answer::plain("404 Not Found"),
                }
            }
            _ => Answer::plain("404 Not Found"),
        }
    }

    fn html(&self) -> String {
        let head = format!(
            "<meta name=\"halfshaft-runs\" content=\"{}\"><link rel=\"icon\" href=\"data:,\">\
             <link rel=\"stylesheet\" href=\"viewer.css\"><script src=\"boot.js\" async></script>",
            self.subjects.len()
        );
        self.page.document(&self.subjects[0].scene.title, &head, "")
    }
}

/// Results that cannot be read: reported on the terminal of the server.
fn internal_error(error: &halfshaft_results::Error) -> Answer {
    output::eprint_line(&format!("error: {error}"));
    Answer::plain("500 Internal Server Error")
}

/// The head of a request up to its empty line; `None` if it is incomplete or too long.
fn request(stream: &mut TcpStream) -> io::Result<Option<String>> {
    let mut bytes = vec![];
    let mut chunk = [0; 1024];
    while bytes.len() <= MAX_HEAD {
        if let Some(end) = bytes.windows(4).position(|four| four == b"\r\n\r\n") {
            return Ok(String::from_utf8(bytes[..end].to_vec()).ok());
        }
        match stream.read(&mut chunk)? {
            0 => return Ok(None),
            count => bytes.extend(&chunk[..count]),
        }
    }
    Ok(None)
}

/// Compares in constant time.
fn constant_time_eq(a: &str, b: &str) -> bool {
    a.len() == b.len() && a.bytes().zip(b.bytes()).fold(0, |differs, (a, b)| differs | (a ^ b)) == 0
}

/// `points=1000&from=0.1&to=0.2&even=1`.
fn slice(query: &str) -> Slice {
    let mut slice = Slice::whole(3000, false);
    for (name, value) in query.split('&').filter_map(|pair| pair.split_once('=')) {
        let number = value.parse::<f64>().ok().filter(|number| !number.is_nan());
        match (name, number) {
            ("points", Some(number)) => slice.points = (number as usize).clamp(2, MAX_POINTS),
            ("from", Some(number)) => slice.window[0] = number,
            ("to", Some(number)) => slice.window[1] = number,
            ("even", _) => slice.even = value == "1",
            _ => {}
        }
    }
    slice
}

#[cfg(test)]
mod tests {
    use super::*;
    use halfshaft_results::flexible::Flexible;
    use halfshaft_results::scene::Scene;

    fn shared() -> Shared {
        let page = Page { shell: "shell", boot: "boot", script: "script", style: "style" };
        let subjects =
            vec![Subject::model(Scene { title: "<script>".into(), ..Scene::default() }, Flexible::default())];
        Shared { port: 4321, token: "t0k3n".into(), subjects, page }
    }

    fn status(head: &str) -> &'static str {
        &shared().respond(head).status[..3]
    }

    fn get(target: &str) -> &'static str {
        status(&format!("GET {target} HTTP/1.1\r\nHost: 127.0.0.1:4321"))
    }

    #[test]
    fn only_the_exact_host_is_answered() {
        for (host, code) in [
            ("127.0.0.1:4321", "200"),
            ("localhost:4321", "200"),
            ("127.0.0.1", "421"),
            ("127.0.0.1:4322", "421"),
            ("evil.example:4321", "421"),
            ("127.0.0.1:4321.evil.example", "421"),
            ("", "421"),
        ] {
            assert_eq!(status(&format!("GET /t0k3n/ HTTP/1.1\r\nhOsT: {host}")), code, "{host}");
        }
        assert_eq!(status("GET /t0k3n/ HTTP/1.1"), "421");
        assert_eq!(status("GET /t0k3n/ HTTP/1.1\r\nHost: 127.0.0.1:4321\r\nHost: evil.example"), "421");
    }

    #[test]
    fn without_the_token_there_is_nothing() {
        for target in [
            "/",
            "",
            "/viewer.js",
            "/wrong/",
            "/t0k3/",
            "/t0k3nn/",
            "/data/0/head.json",
            "http://127.0.0.1:4321/t0k3n/",
        ] {
            assert_eq!(get(target), "403", "{target}");
        }
    }

    #[test]
    fn there_is_nothing_but_what_is_listed() {
        assert_eq!(
            ["", "boot.js", "viewer.js", "viewer.css", "data/0/head.json", "data/0/motion"]
                .map(|p| get(&format!("/t0k3n/{p}"))),
            ["200"; 6]
        );
        for path in [
            "../Cargo.toml",
            "..%2fCargo.toml",
            "data/0/../../../etc/passwd",
            "data/1/head.json",
            "data/-1/head.json",
            "data/0/column/0",
            "data/0/flexible/0",
            "data/0/flexible/-1",
            "data/0/column/99999999999999999999",
            "summary.json",
            "//etc/passwd",
        ] {
            assert_eq!(get(&format!("/t0k3n/{path}")), "404", "{path}");
        }
    }

    #[test]
    fn other_sites_other_methods_and_nonsense_are_refused() {
        let from =
            |site: &str| status(&format!("GET /t0k3n/ HTTP/1.1\r\nHost: localhost:4321\r\nSec-Fetch-Site: {site}"));
        assert_eq!(["same-origin", "none", "cross-site", "same-site"].map(from), ["200", "200", "403", "403"]);
        assert_eq!(status("POST /t0k3n/ HTTP/1.1\r\nHost: localhost:4321"), "405");
        assert_eq!(["", "GET", "GET / SPDY/9", "GET / / HTTP/1.1"].map(status), ["400"; 4]);
    }

    #[test]
    fn a_slice_is_read_as_far_as_it_makes_sense() {
        let window = [0.5, f64::INFINITY];
        assert_eq!(slice("points=10&from=0.5&even=1&x=y"), Slice { window, points: 10, even: true });
        assert_eq!(slice("points=1e99&from=nan&to=x"), Slice::whole(MAX_POINTS, false));
    }

    #[test]
    fn tokens_are_long_and_differ() {
        let tokens = [token().unwrap(), token().unwrap()];
        assert!(tokens[0].len() == 32 && tokens[0] != tokens[1]);
    }
}
