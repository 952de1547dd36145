using System.Net;
using System.Text;
using AzurePerf.Core.Api;
using AzurePerf.Core.Limits;
using AzurePerf.Core.Runs;

namespace AzurePerf.UnitTests.Cli.Images;

/// <summary>A run of images as the API tells it: a picture of two files and a table, of one period each.</summary>
internal static class SampleImages
{
    public const string Path = $"/api/v1/runs/{SampleRuns.RunId}/images";
    public const string Folder = "picture-2024-01-25-2024-01-26";

    public static readonly ImageListResponse Images = new(
        [
            Result("picture", 0.8791, "picture.png", "picture.json"),
            Result("zones", 0.412, "zones.csv"),
        ],
        Periods: 2, Images: 3, NotCovered: 1, NotMade: 0, InputMissing: 0, NotListed: 0, $"{Path}/manifest.json", $"{Path}/provenance.json", $"{Path}.zip", OfMadeGranules: false);

    public static readonly ImageEstimateResponse Estimate = new(
        Tiles: 2, Days: 2, Images: 4, Periods: 1,
        [
            new("source listing", 4, AtMost: false, 0.5, 2),
            new("source download", 8, AtMost: true, 2, 16),
            new("reprojection", 4, AtMost: false, 3, 12),
            new("aggregation", 2, AtMost: false, 1, 2),
            new("reduction", 1, AtMost: true, null, null),
        ],
        AlreadyMade: 1, DaysLookedAt: 2, Seconds: 90, Slots: 4, Bytes: 2_100_000, new(0.0213, "USD", new(2026, 7, 1), "requests only"), []);

    public static RunResponse Run(RunStatus status = RunStatus.Completed) => SampleRuns.Run("modis.pipeline", """{"product":"MOD11A1"}""", status, points: 0);

    public static ImageResultResponse Result(string reduction, double coverage, params string[] files) => new(
        reduction, reduction, new(2024, 1, 25), new(2024, 1, 26), coverage,
        [.. files.Select(file => new ImageFileResponse(file, "application/octet-stream", $"{Path}/results/{reduction}-1a2b/{file}"))]);

    /// <summary>As a host without a manifest answers.</summary>
    public static HttpResponseMessage NotYet => StubApi.Problem(
        HttpStatusCode.NotFound,
        """{"title":"There are no images","status":404,"detail":"the run is not that far: it lists its images when its last stage, manifest, has ended"}""");

    /// <summary>Answers like a host that has the run: with its files in place of those that a test answers for.</summary>
    public static StubApi Api(Func<StubApi.Request, HttpResponseMessage?>? answer = null, ImageListResponse? images = null) => new(request =>
        answer?.Invoke(request) ?? request.Path switch
        {
            Path => StubApi.Json(images ?? Images),
            _ when request.Path.StartsWith(Path + "/", StringComparison.Ordinal) => StubApi.Text(ContentOf(request.Path), contentType: "application/octet-stream"),
            _ => StubApi.Problem(HttpStatusCode.NotFound, """{"title":"There is nothing at this address","status":404}"""),
        });

    /// <summary>What a file of the run holds.</summary>
    public static string ContentOf(string path) => path.EndsWith("/manifest.json", StringComparison.Ordinal) ? Manifest : "content of " + path;

    private const string Manifest = """
        {
          "schema": 1,
          "request": { "product": "MOD11A1" },
          "results": [],
          "periods": [
            { "tile": "h18v04", "first": "2024-01-25", "last": "2024-01-26", "key": "h18v04-1a2b-3c4d.tif", "valuesHash": "00", "coverage": 0.5, "days": [] },
            { "tile": "h19v04", "first": "2024-01-25", "last": "2024-01-26", "key": "h19v04-1a2b-5e6f.tif", "valuesHash": "", "coverage": 0, "days": [] }
          ],
          "images": [],
          "notCovered": []
        }
        """;
}

/// <summary>Content that breaks off, as a connection does, or as a person does who presses Ctrl-C.</summary>
/// <param name="begin">What comes before.</param>
/// <param name="promised">The bytes that the header says there are.</param>
/// <param name="breaks">What happens after; when it throws nothing, the content ends there.</param>
internal sealed class BrokenContent(string begin, long promised, Action breaks) : HttpContent
{
    protected override Task<Stream> CreateContentReadStreamAsync() => Task.FromResult<Stream>(new Broken(Encoding.UTF8.GetBytes(begin), breaks));

    protected override Task SerializeToStreamAsync(Stream stream, TransportContext? context) => throw new NotSupportedException("it is read, not buffered");

    protected override bool TryComputeLength(out long length)
    {
        length = promised;
        return true;
    }

    private sealed class Broken(byte[] bytes, Action breaks) : MemoryStream(bytes)
    {
        public override ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default)
        {
            if (Position == Length)
            {
                breaks();
            }

            cancellationToken.ThrowIfCancellationRequested();
            return base.ReadAsync(buffer, cancellationToken);
        }
    }
}
