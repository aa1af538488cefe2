# Homebrew's formula: `scripts/release/formulas` fills in the URL and the checksum of the source archive.
class Sensorlab < Formula
  desc "How far off a phone's compass is, and why: filters, calibration, reports"
  homepage "@HOMEPAGE@"
  url "@URL@/sensorlab-@VERSION@.tar.gz"
  sha256 "@SHA256@"
  license "MIT"

  depends_on xcode: ["16.3", :build]
  depends_on macos: :ventura

  uses_from_macos "swift" => :build, since: :sequoia
  uses_from_macos "sqlite"
  uses_from_macos "zlib"

  on_linux do
    depends_on "lapack"
  end

  def install
    system "swift", "build", "--disable-sandbox", "-c", "release", "--product", "sensorlab"
    bin.install ".build/release/sensorlab"
    generate_completions_from_executable(bin/"sensorlab", "--generate-completion-script")
  end

  test do
    system bin/"sensorlab", "simulate", "ar-panning", "--duration", "30", "--seed", "1", "--out", "log.csv"
    system bin/"sensorlab", "analyze", "log.csv", "--filters", "vqf", "--out", "report"
    assert_path_exists testpath/"report/report.html"
  end
end
