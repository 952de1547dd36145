using System.Text.Json.Nodes;
using AzurePerf.Benchmarks.Versus;
using AzurePerf.Cli.Local;
using AzurePerf.Core.Targets;
using AzurePerf.Storage;
using AzurePerf.Testing.Runs;

namespace AzurePerf.Benchmarks.Portal;

/// <summary>What pages cost when many runs are stored.</summary>
internal sealed class PortalVersus : IVersusEntry
{
    private const int StoredRuns = 10_000;
    private const int LargeRuns = 3;
    private const int PageRequests = 10;
    private const double MostFirstLoadMilliseconds = 2_000;

    public string Name => "portal";

    public string Unit => "ms";

    public Preference Better => Preference.Lower;

    public string Goal => "pages <= 10 storage requests, < 100 ms and <= 250 KB; n runs compared in <= 3 + n requests; a run's charts drawn within 2 s";

    public string Setup => "the web host inside this process on a loopback socket, over one emulator with 10,000 ended runs, three of 200 points of 60 s (10 numbers of clients, 20 repetitions) "
        + "and one of 30 pictures, made from seeds; the figure is the slowest of all pages in a turn; the run page and the data of its charts together may cost 10 requests; first loads are in a new profile of Chromium";

    public IReadOnlyList<OutsideTool> Tools =>
        [OutsideTool.Command("node", "apt-get install nodejs npm"), OutsideTool.Command("chromium-headless-shell", "apt-get install chromium-headless-shell")];

    public async ValueTask<IVersusSession> StartAsync(CancellationToken cancellationToken)
    {
        var server = await AzuriteServer.StartAsync("portal", cancellationToken);
        var control = ControlPlane.Connect(StorageAccountAddress.Parse(server.ConnectionString), "", new());
        await control.CreateAsync(cancellationToken);
        var seeded = new SeededControl(control);
        var now = TimeProvider.System.GetUtcNow();
        await seeded.AddManyAsync(StoredRuns, now.AddHours(-6), cancellationToken);
        var large = new List<(string RunId, TimeSpan Digest)>();
        for (var number = 1; number <= LargeRuns; number++)
        {
            large.Add(await seeded.AddLargeAsync(StoredRuns + number, now.AddHours(-5).AddMinutes(number), cancellationToken));
        }

        var images = await new SeededImages(control, TimeProvider.System).AddAsync(
            """{"experiment": "modis.pipeline", "parameters": {"area": "h18v04", "days": 30, "aggregateDays": 1}}""", cancellationToken);
        return new Session(server, PortalHost.Start(server.ConnectionString), await PortalBrowser.StartAsync(), [.. large.Select(run => run.RunId)], images, large.Max(run => run.Digest));
    }

    private sealed class Session(AzuriteServer server, PortalHost portal, PortalBrowser browser, IReadOnlyList<string> runs, string images, TimeSpan digest) : IVersusSession
    {
        private readonly PageFigures[] _pages =
        [
            new("home", "/", PageRequests),
            new("list", "/api/v1/runs?limit=50", PageRequests),
            new("run", $"/runs/{runs[0]}", PageRequests),
            new("images", $"/runs/{images}/images", PageRequests),
            new("new images", "/images/new", PageRequests),
            new("charts", $"/api/v1/runs/{runs[0]}/charts", PageRequests),
            new("compare", $"/api/v1/compare?baseline={runs[0]}&candidate={runs[1]}", 3 + 2),
        ];

        private readonly List<double> _firstLoads = [];
        private int _charts;

        public string? Tool => null;

        public MeasureSide Ours => MeasureAsync;

        public MeasureSide? Theirs => null;

        private long RunPageRequests => _pages.Where(page => page.Name is "run" or "charts").Sum(page => page.Requests);

        public bool IsDecided(VersusFigures figures) => !figures.IsUndecided || figures.Ours.High < PageFigures.MostMilliseconds || figures.Ours.Low >= PageFigures.MostMilliseconds;

        public bool? MeetsGoal(VersusFigures figures) =>
            _pages.All(page => page.MeetsGoal) && RunPageRequests <= PageRequests && _charts > 0 && Estimate.Of(_firstLoads).Median < MostFirstLoadMilliseconds;

        public JsonObject ExtraFields() => new()
        {
            ["pages"] = new JsonObject(_pages.Select(page => KeyValuePair.Create<string, JsonNode?>(page.Name, page.ToJson()))),
            ["runPageWithCharts"] = new JsonObject { ["storageRequests"] = RunPageRequests, ["mostStorageRequests"] = PageRequests },
            ["firstLoad"] = new JsonObject { ["milliseconds"] = VersusJson.Of(Estimate.Of(_firstLoads)), ["charts"] = _charts },
            ["digestMilliseconds"] = VersusJson.Rounded(digest.TotalMilliseconds),
        };

        public async ValueTask DisposeAsync()
        {
            await browser.DisposeAsync();
            await portal.DisposeAsync();
            await server.DisposeAsync();
        }

        private async ValueTask<double> MeasureAsync(Turn turn, CancellationToken cancellationToken)
        {
            var slowest = 0.0;
            foreach (var page in _pages)
            {
                slowest = Math.Max(slowest, await page.AskAsync(portal, !turn.IsWarmUp, cancellationToken));
            }

            var (milliseconds, charts) = await browser.DrawAsync(new(portal.Address, "/runs/" + runs[0]));
            _charts = charts;
            if (!turn.IsWarmUp)
            {
                _firstLoads.Add(milliseconds);
            }

            return slowest;
        }
    }
}
