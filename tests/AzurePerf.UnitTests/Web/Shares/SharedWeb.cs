using System.Net;
using System.Text.Json.Nodes;
using AzurePerf.Core.Access;
using AzurePerf.Core.Runs;
using AzurePerf.UnitTests.Comparisons;
using AzurePerf.UnitTests.Web.Access;
using Microsoft.Extensions.DependencyInjection;
using Xunit;

namespace AzurePerf.UnitTests.Web.Shares;

/// <summary>A web host that asks who calls, with two runs to share and a key that may share them.</summary>
internal sealed class SharedWeb : IAsyncDisposable
{
    private const string Request = """{"experiment": "queue.add", "preset": "quick", "name": "<b>secret</b>", "seed": 1, "repetitions": 10, "parameters": {"clients": [1, 4]}}""";

    private SharedWeb(KeyedWeb keyed, MovableTime time) => (Keyed, Time) = (keyed, time);

    public KeyedWeb Keyed { get; }

    public MovableTime Time { get; }

    public string Key { get; private set; } = "";

    public string Admin { get; private set; } = "";

    public string Baseline { get; private set; } = "";

    public string Candidate { get; private set; } = "";

    public static async Task<SharedWeb> StartAsync(string access = "anyone", Action<IServiceCollection>? replace = null)
    {
        var time = new MovableTime();
        var web = new WebUnderTest(
            services =>
            {
                services.AddSingleton<TimeProvider>(time);
                replace?.Invoke(services);
            },
            null, ("Access:Mode", "keys"), ("Access:SubmitsPerMinute", "0"), ("Access:ReadsPerMinute", "0"), ("Web:ShareLinks", access));
        var shared = new SharedWeb(new(web), time);
        (shared.Key, _) = await shared.Keyed.NewKeyAsync("ci", AccessScope.Submit);
        (shared.Admin, _) = await shared.Keyed.NewKeyAsync("root", AccessScope.Admin);
        shared.Baseline = await shared.MeasureAsync(10, 1);
        shared.Candidate = await shared.MeasureAsync(8, 0.7);
        return shared;
    }

    public ValueTask DisposeAsync() => Keyed.DisposeAsync();

    /// <summary>Makes a link and gives back its path and its id.</summary>
    public async Task<(string Path, string Id)> ShareAsync(string address, int hours = 168)
    {
        var response = await Keyed.SendAsync(HttpMethod.Post, "/api/v1/shares", Key, new JsonObject { ["address"] = address, ["expiresInHours"] = hours }.ToJsonString());
        Assert.Equal(HttpStatusCode.Created, response.StatusCode);
        var share = await WebUnderTest.JsonOf(response);
        return (new Uri(share.GetProperty("link").GetString()!).AbsolutePath, share.GetProperty("id").GetString()!);
    }

    /// <summary>Opens an address as somebody whom nobody knows.</summary>
    public Task<HttpResponseMessage> OpenAsync(string path, string? key = null) => Keyed.SendAsync(HttpMethod.Get, path, key);

    private async Task<string> MeasureAsync(int minutesAgo, double factor)
    {
        var run = await SeededRun.SubmitAsync(Keyed.Web, Request, minutesAgo);
        await run.MoveAsync(RunStatus.Completed, 20);
        await run.SumUpAsync([.. run.Measured(planned =>
            SeededRun.Summary(SeededRun.Level(planned, "clients"), ComparedPoints.Hundred[(planned.Repetition - 1) % 10] * factor, 512, 400)).Select(point => point with { Build = "b1" })]);
        return run.Id;
    }

    /// <summary>Stands still until it is moved.</summary>
    internal sealed class MovableTime : TimeProvider
    {
        private DateTimeOffset _now = WebUnderTest.Now;

        public override DateTimeOffset GetUtcNow() => _now;

        public void Move(TimeSpan by) => _now += by;
    }
}
